import * as v from 'valibot'
import type { Config } from '#worker/env.ts'
import { callHelix } from './helix.ts'

const channelsPerPage = 100
/** For members who follow more than 1000 channels: the latest 1000. */
const maxPages = 10

const Followed = v.object({
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  data: v.array(
    v.object({
      broadcaster_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
      broadcaster_login: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
    }),
  ),
  pagination: v.optional(
    v.object({ cursor: v.nullish(v.pipe(v.string(), v.maxLength(1000))) }),
    {},
  ),
})

/** By channel id at Twitch; names as in URLs. */
export type TwitchFollows = { total: number; channels: Map<string, string> }

/** The latest first. @throws UpstreamError */
export async function fetchTwitchFollows(
  config: Config,
  token: string,
  twitchUserId: string,
): Promise<TwitchFollows> {
  const channels = new Map<string, string>()
  let total = 0
  let after: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({
      user_id: twitchUserId,
      first: String(channelsPerPage),
      ...(after && { after }),
    })
    const answer = await callHelix(config, token, `channels/followed?${query}`, Followed)
    for (const { broadcaster_id: id, broadcaster_login: login } of answer.data) {
      channels.set(id, login.toLowerCase())
    }
    total = answer.total
    after = answer.pagination.cursor ?? undefined
    if (!after || answer.data.length === 0) break
  }
  return { total: Math.max(total, channels.size), channels }
}
