import * as v from 'valibot'
import { AccountName } from '#worker/contracts/text.ts'
import type { Config } from '#worker/env.ts'
import { AppError } from '#worker/api/errors.ts'
import { callProvider, providerKeys } from './oauth.ts'
import { withFakeOrigin } from '../http/outbound.ts'

export type Channel = { id: string; name: string }

export const youtubeScope = 'https://www.googleapis.com/auth/youtube.readonly'

const Validation = v.object({
  client_id: v.string(),
  login: v.pipe(v.string(), v.regex(/^\w{1,60}$/)),
  user_id: v.string(),
})

/** The ID token contains only a display name, which may be in any script. */
export async function getTwitchChannel(config: Config, accessToken: string): Promise<Channel> {
  const url = withFakeOrigin('https://id.twitch.tv/oauth2/validate', config.TWITCH_URL)
  const headers = { Authorization: `OAuth ${accessToken}` }
  const { client_id, login, user_id } = await callProvider(url, { headers }, Validation)
  if (client_id !== providerKeys(config, 'twitch')?.clientId) {
    throw new AppError('invalid', 'oauth_rejected')
  }
  return { id: user_id, name: login }
}

const Channels = v.object({
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
export async function getYoutubeChannel(config: Config, accessToken: string): Promise<Channel> {
  const address = 'https://www.googleapis.com/youtube/v3/channels?part=snippet&mine=true'
  const headers = { Authorization: `Bearer ${accessToken}` }
  const { items } = await callProvider(
    withFakeOrigin(address, config.YOUTUBE_URL),
    { headers },
    Channels,
  )
  const [channel] = items
  const handle = v.safeParse(AccountName, channel?.snippet.customUrl)
  if (!channel || !handle.success) throw new AppError('conflict', 'no_youtube_channel')
  return { id: channel.id, name: handle.output }
}
