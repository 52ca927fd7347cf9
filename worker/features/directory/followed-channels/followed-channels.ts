import { sql } from 'drizzle-orm'
import { assertSession, read, type Contributor, type Ctx } from '#worker/context.ts'
import type { StreamerId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { avatarPath } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { providerKeys } from '#worker/integrations/oauth/oauth.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import type { FollowedChannelsView } from './contract.ts'
import { readFollows, type TwitchFollows } from '#worker/integrations/twitch/follows.ts'
import { callTwitchAsMember } from './twitch-account.ts'

type KnownRow = {
  id: StreamerId
  displayName: string
  avatar: string | null
  name: string
  isFollowed: number
}

/**
 * A row for each channel that a streamer here has; not where its name went to somebody else, nor
 * where a member merely typed it: anybody could gather another's followers so.
 */
export function selectKnown(
  { db, actor }: Ctx<Contributor>,
  channels: TwitchFollows['channels'],
): Statement<KnownRow[]> {
  return rows(
    db,
    sql`with followed (twitch_id, name_key) as
          (select value ->> 0, value ->> 1 from json_each(${JSON.stringify([...channels])}))
      select s.id, s.display_name as displayName, s.avatar_path as avatar, streaming_accounts.name,
        exists (select 1 from streamer_follows f
          where f.streamer_id = s.id and f.user_id = ${actor.userId}) as isFollowed
      from followed
      cross join streaming_accounts on streaming_accounts.platform = 'twitch'
        and streaming_accounts.name_key = followed.name_key
      join streamers s on s.id = streamer_id
      left join channels c on c.platform = 'twitch' and c.name_key = followed.name_key
      where (c.platform_id is null or c.platform_id = twitch_id)
        and (s.user_id is null or verified_at is not null)
      order by s.name_key, s.id`,
  )
}

/**
 * Which of the channels that the member follows on Twitch are known here. Nothing of it is kept.
 * @throws AppError `provider_off`, `twitch_not_connected`, `twitch_permission_missing`,
 * `twitch_busy`, `twitch_unavailable`
 */
export async function listFollowedChannels(ctx: Ctx<Contributor>): Promise<FollowedChannelsView> {
  if (!providerKeys(ctx.config, 'twitch')) {
    await assertSession(ctx)
    throw new AppError('not_found', 'provider_off')
  }
  const { total, channels } = await callTwitchAsMember(ctx, (token, twitchUserId) => {
    assertUnlimited(ctx)
    return readFollows(ctx.config, token, twitchUserId)
  }).catch((error: unknown) => {
    throw error instanceof UpstreamError ? toAppError(ctx, error) : error
  })
  const [known] = await read(ctx, [selectKnown(ctx, channels)])
  const streamers = new Map(known.map((row) => [row.id, row]))
  return {
    items: [...streamers.values()].map(({ id, displayName, avatar, name, isFollowed }) => ({
      id,
      display_name: displayName,
      name,
      avatar_path: avatar ?? avatarPath(id, displayName),
      is_followed: Boolean(isFollowed),
    })),
    unknown_count: channels.size - known.length,
    total,
    unread_count: total - channels.size,
  }
}

/** Until when Twitch wants to hear no more in a member's name, as far as this isolate knows. */
const limitedUntil = new Map<UserId, number>()
const mostLimited = 1000

function assertUnlimited({ actor, now }: Ctx<Contributor>): void {
  const until = limitedUntil.get(actor.userId) ?? 0
  if (until > now) throw new UpstreamError('limited', until)
  limitedUntil.delete(actor.userId)
}

const usualWaitMs = 60_000

function toAppError({ actor, now }: Ctx<Contributor>, { kind, retryAt }: UpstreamError): AppError {
  if (kind !== 'limited')
    return new AppError('unavailable', 'twitch_unavailable', { retryAfter: 30 })
  const wait = Math.min(Math.max((retryAt ?? now + usualWaitMs) - now, 1000), 5 * usualWaitMs)
  if (limitedUntil.size >= mostLimited) limitedUntil.clear()
  limitedUntil.set(actor.userId, now + wait)
  return new AppError('unavailable', 'twitch_busy', { retryAfter: Math.ceil(wait / 1000) })
}
