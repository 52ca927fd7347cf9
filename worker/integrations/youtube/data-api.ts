import * as v from 'valibot'
import { AppError } from '#worker/api/errors.ts'
import { AccountName } from '#worker/contracts/text.ts'
import type { Config } from '#worker/env.ts'
import { callProvider } from '../oauth/oauth.ts'
import { withFakeOrigin } from '../http/outbound.ts'
import {
  callPlatform,
  toUpstreamError,
  readRetryAt,
  UpstreamError,
  type UpstreamErrorKind,
} from '../http/upstream.ts'

/** Each costs one unit of the daily quota; `search` is missing because it costs a hundred. */
export type YoutubeResource = 'channels' | 'playlistItems' | 'videos'

const Reasons = v.optional(v.array(v.object({ reason: v.optional(v.string(), '') })), [])
/** YouTube reports an invalid key as a bad request, with this in the details. */
const Refused = v.object({ error: v.object({ errors: Reasons, details: Reasons }) })

const ofReason: Record<string, UpstreamErrorKind | undefined> = {
  quotaExceeded: 'spent',
  dailyLimitExceeded: 'spent',
  rateLimitExceeded: 'limited',
  userRateLimitExceeded: 'limited',
  keyInvalid: 'unauthorized',
  API_KEY_INVALID: 'unauthorized',
  playlistItemsNotAccessible: 'refused',
}

/** The key is in a header, because URLs are logged. */
export function callYoutube<const Schema extends v.GenericSchema>(
  { config, now }: { config: Config; now: number },
  list: YoutubeResource,
  query: Record<string, string>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { YOUTUBE_API_KEY, YOUTUBE_URL } = config
  if (!YOUTUBE_API_KEY) return Promise.reject(new UpstreamError('unauthorized'))
  const address = `https://www.googleapis.com/youtube/v3/${list}?${new URLSearchParams(query)}`
  const headers = { 'X-Goog-Api-Key': YOUTUBE_API_KEY }
  return callPlatform(withFakeOrigin(address, YOUTUBE_URL), { headers }, schema, (refusal) => {
    const kind = findErrorKind(refusal.body)
    const retryAt = readRetryAt(refusal.response, now)
    return kind ? new UpstreamError(kind, retryAt) : toUpstreamError(refusal, retryAt)
  })
}

function findErrorKind(body: unknown): UpstreamErrorKind | undefined {
  const parsed = v.safeParse(Refused, body)
  if (!parsed.success) return undefined
  const { errors, details } = parsed.output.error
  return [...details, ...errors].map(({ reason }) => ofReason[reason]).find(Boolean)
}

export const youtubeScope = 'https://www.googleapis.com/auth/youtube.readonly'

const OwnChannels = v.object({
  items: v.optional(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
        snippet: v.object({ customUrl: v.optional(v.string()) }),
      }),
    ),
    [],
  ),
})

/** @throws AppError `no_youtube_channel` */
export async function getYoutubeChannel(
  config: Config,
  accessToken: string,
): Promise<{ id: string; name: string }> {
  const address = 'https://www.googleapis.com/youtube/v3/channels?part=snippet&mine=true'
  const headers = { Authorization: `Bearer ${accessToken}` }
  const { items } = await callProvider(
    withFakeOrigin(address, config.YOUTUBE_URL),
    { headers },
    OwnChannels,
  )
  const [channel] = items
  const handle = v.safeParse(AccountName, channel?.snippet.customUrl)
  if (!channel || !handle.success) throw new AppError('conflict', 'no_youtube_channel')
  return { id: channel.id, name: handle.output }
}
