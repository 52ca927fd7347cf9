import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { splitIntoBatches } from '#worker/integrations/http/batches.ts'
import { findProviderKeys } from '#worker/integrations/oauth/oauth.ts'
import { ignoreRefusal, UpstreamError } from '#worker/integrations/http/upstream.ts'
import {
  type Broadcast,
  type ChannelIdentity,
  PlatformTitle,
  type LivePlatform,
  type ChannelRef,
  type WatchedChannel,
} from '../streaming-platform.ts'
import { twitchAvatarUrl } from '#worker/integrations/platform-pictures/picture-addresses.ts'
import { callTwitchAsApp } from './app-client.ts'

const batchSize = 100
/** Pages may be incomplete; no more than these are read. */
const maxPages = 3

const Text = v.pipe(v.string(), v.maxLength(1000))
const Id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(40))
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

const Users = v.object({
  data: v.array(
    v.object({
      id: Id,
      login: Text,
      display_name: PlatformTitle,
      profile_image_url: v.optional(v.string()),
    }),
  ),
})

const Streams = v.object({
  data: v.array(
    v.object({
      id: Id,
      user_id: Id,
      type: v.string(),
      title: PlatformTitle,
      viewer_count: Count,
      started_at: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
  pagination: v.optional(v.object({ cursor: v.optional(Text) }), {}),
})

const Followers = v.object({ total: Count })

const Videos = v.object({
  data: v.array(
    v.object({
      id: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
      stream_id: v.nullish(v.string()),
      viewable: v.optional(v.string()),
    }),
  ),
})

function buildApiPath(path: string, query: [string, string][]): string {
  return `${path}?${new URLSearchParams(query)}`
}

/** One invalid name makes Helix reject the whole batch. */
function isTwitchLogin(name: string): boolean {
  return /^\w{1,25}$/.test(name)
}

async function fetchIdentities(ctx: Ctx, channelRefs: readonly ChannelRef[]) {
  const askable = channelRefs.filter(
    ({ platformId, nameKey }) => platformId ?? isTwitchLogin(nameKey),
  )
  const identities = new Map<string, ChannelIdentity>()
  for (const batch of splitIntoBatches(askable, batchSize)) {
    const query = batch.map(({ platformId, nameKey }): [string, string] =>
      platformId === null ? ['login', nameKey] : ['id', platformId],
    )
    const { data } = await callTwitchAsApp(ctx, buildApiPath('users', query), Users)
    for (const { nameKey, platformId } of batch) {
      const user = data.find(({ id, login }) =>
        platformId === null ? login.toLowerCase() === nameKey : id === platformId,
      )
      if (!user) continue
      identities.set(nameKey, toChannelIdentity(user))
    }
  }
  return identities
}

function toChannelIdentity(user: v.InferOutput<typeof Users>['data'][number]): ChannelIdentity {
  const { id, login, display_name: title, profile_image_url: picture } = user
  const pictureUrl = twitchAvatarUrl(picture)
  return { platformId: id, name: login, title, uploadsId: null, pictureUrl, followers: null }
}

type Stream = v.InferOutput<typeof Streams>['data'][number]

async function fetchStreams(ctx: Ctx, ids: readonly string[]): Promise<Stream[]> {
  const streams: Stream[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const query = ids.map((id): [string, string] => ['user_id', id])
    const more: [string, string][] = cursor ? [['after', cursor]] : []
    const path = buildApiPath('streams', [...query, ['first', String(batchSize)], ...more])
    const { data, pagination } = await callTwitchAsApp(ctx, path, Streams)
    streams.push(...data)
    cursor = pagination.cursor
    if (!cursor || data.length === 0 || streams.length >= ids.length) break
  }
  return streams
}

async function fetchBroadcasts(ctx: Ctx, channels: readonly WatchedChannel[]) {
  const seen = new Map<string, Broadcast | null>()
  for (const batch of splitIntoBatches(channels, batchSize)) {
    const ids = batch.map(({ platformId }) => platformId)
    const streams = await fetchStreams(ctx, ids)
    for (const { nameKey, platformId } of batch) {
      const stream = streams.find(
        (candidate) => candidate.user_id === platformId && candidate.type === 'live',
      )
      seen.set(nameKey, stream ? toBroadcast(stream) : null)
    }
  }
  return seen
}

function toBroadcast({ id, title, viewer_count: viewers, started_at }: Stream): Broadcast {
  return { streamId: id, title, viewers, since: Date.parse(started_at), vodUrl: null }
}

async function fetchFollowerCounts(ctx: Ctx, ids: readonly string[]) {
  const counts = new Map<string, number>()
  for (const id of ids) {
    const path = buildApiPath('channels/followers', [
      ['broadcaster_id', id],
      ['first', '1'],
    ])
    try {
      counts.set(id, (await callTwitchAsApp(ctx, path, Followers)).total)
    } catch (error) {
      // The token worked a moment ago: this call is not permitted to us.
      if (error instanceof UpstreamError && error.kind === 'unauthorized') break
      ignoreRefusal(error)
    }
  }
  return counts
}

export async function findTwitchVod(
  ctx: Ctx,
  { platformId, streamId }: { platformId: string; streamId: string },
): Promise<string | undefined> {
  const path = buildApiPath('videos', [
    ['user_id', platformId],
    ['type', 'archive'],
    ['first', '20'],
  ])
  const answer = await callTwitchAsApp(ctx, path, Videos).catch(ignoreRefusal)
  const video = answer?.data.find((candidate) => candidate.stream_id === streamId)
  return video && video.viewable !== 'private'
    ? `https://www.twitch.tv/videos/${video.id}`
    : undefined
}

export const twitchLivePlatform: LivePlatform = {
  // Helix takes 800 calls a minute; half is left to sign-in, schedules and the rest.
  budget: { per: 'minute', calls: 400, channelsPerCall: batchSize },
  isConfigured: ({ config }) => findProviderKeys(config, 'twitch') !== undefined,
  channelsPerMessage: batchSize,
  identify: fetchIdentities,
  broadcasts: fetchBroadcasts,
  followers: fetchFollowerCounts,
}
