import { sql } from 'drizzle-orm'
import { assertSession, read, type Contributor, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { a, s } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import type { Statement } from '#worker/db/client.ts'
import { columnListSql, booleanSql, type RowOf } from '#worker/db/row.ts'
import { streamerFollows } from '#worker/db/schema/directory.ts'
import { channels } from '#worker/db/schema/live.ts'
import { queryRows } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { avatarPath, personPictureKey } from '#worker/features/media/generated-images/paths.ts'
import { AppError } from '#worker/api/errors.ts'
import { findProviderKeys } from '#worker/integrations/oauth/oauth.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import type { FollowedChannelsView } from './contract.ts'
import { streamerPicturePathSql } from '#worker/features/media/generated-images/chosen-picture.ts'
import { fetchTwitchFollows, type TwitchFollows } from '#worker/integrations/twitch/follows.ts'
import { callTwitchOnce, type TwitchGrant } from './twitch-account.ts'

const c = alias(channels, 'c')
const followed = alias(channels, 'followed')

const knownStreamerColumns = ({ userId }: { userId: UserId }) => ({
  id: s.id,
  displayName: s.displayName,
  avatar: streamerPicturePathSql(s.id, s.avatarPath),
  name: a.name,
  isFollowed: booleanSql(sql`exists (select 1 from ${streamerFollows}
    where ${streamerFollows.streamerId} = ${s.id} and ${streamerFollows.userId} = ${userId})`),
})
type KnownStreamerRow = RowOf<ReturnType<typeof knownStreamerColumns>>

/** Neither lost nor merely typed channels: anybody could gather another's followers so. */
export function selectStreamersOfChannels(
  { actor }: Ctx<Contributor>,
  followedChannels: TwitchFollows['channels'],
): Statement<KnownStreamerRow[]> {
  const columns = knownStreamerColumns(actor)
  return queryRows(
    columns,
    sql`with followed (platform_id, name_key) as
          (select value ->> 0, value ->> 1 from json_each(${JSON.stringify([...followedChannels])}))
      select ${columnListSql(columns)} from followed
      cross join ${a} on ${equals(a.platform, featurePlatforms.follows)} and ${a.nameKey} = ${followed.nameKey}
      join ${s} on ${s.id} = ${a.streamerId}
      left join ${c} on ${equals(c.platform, featurePlatforms.follows)} and ${c.nameKey} = ${followed.nameKey}
      where (${c.platformId} is null or ${c.platformId} = ${followed.platformId})
        and (${s.userId} is null or ${a.verifiedAt} is not null) and ${s.unlistedAt} is null
      order by ${s.nameKey}, ${s.id}`,
  )
}

/**
 * Nothing of what Twitch tells is kept, and the permission to ask it ends.
 * @throws AppError `provider_off`, `twitch_not_connected`, `twitch_permission_missing`,
 * `twitch_busy`, `twitch_unavailable`
 */
export async function listFollowedChannels(
  ctx: Ctx<Contributor>,
  grant: TwitchGrant,
): Promise<FollowedChannelsView> {
  if (!findProviderKeys(ctx.config, 'twitch')) {
    await assertSession(ctx)
    throw new AppError('not_found', 'provider_off')
  }
  const { total, channels: followedChannels } = await callTwitchOnce(
    ctx,
    grant,
    (token, twitchUserId) => {
      assertNotRateLimited(ctx)
      return fetchTwitchFollows(ctx.config, token, twitchUserId)
    },
  ).catch((error: unknown) => {
    throw error instanceof UpstreamError ? toTwitchAppError(ctx, error) : error
  })
  const { known } = await read(ctx, { known: selectStreamersOfChannels(ctx, followedChannels) })
  const knownStreamers = new Map(known.map((row) => [row.id, row]))
  return {
    items: [...knownStreamers.values()].map(({ id, displayName, avatar, name, isFollowed }) => ({
      id,
      display_name: displayName,
      name,
      avatar_path:
        avatar ??
        avatarPath(
          personPictureKey(id, displayName, { platform: featurePlatforms.follows, account: name }),
        ),
      is_followed: isFollowed,
    })),
    unknown_count: followedChannels.size - known.length,
    total,
    unread_count: total - followedChannels.size,
  }
}

/** Until when Twitch wants to hear no more in a member's name, as far as this isolate knows. */
const limitedUntil = new Map<UserId, number>()
const mostLimited = 1000

function assertNotRateLimited({ actor, now }: Ctx<Contributor>): void {
  const until = limitedUntil.get(actor.userId) ?? 0
  if (until > now) throw new UpstreamError('limited', until)
  limitedUntil.delete(actor.userId)
}

const usualWaitMs = 60_000

function toTwitchAppError(
  { actor, now }: Ctx<Contributor>,
  { kind, retryAt }: UpstreamError,
): AppError {
  if (kind !== 'limited')
    return new AppError('unavailable', 'twitch_unavailable', { retryAfter: 30 })
  const wait = Math.min(Math.max((retryAt ?? now + usualWaitMs) - now, 1000), 5 * usualWaitMs)
  if (limitedUntil.size >= mostLimited) limitedUntil.clear()
  limitedUntil.set(actor.userId, now + wait)
  return new AppError('unavailable', 'twitch_busy', { retryAfter: Math.ceil(wait / 1000) })
}
