import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { mergeInto, writeMoves, type Merge } from '#worker/features/directory/merging.ts'
import { AppError, invalid } from '#worker/api/errors.ts'
import { ruleText } from '#worker/api/validation-texts.ts'
import { requireStreamer, selectAdminStreamer } from './admin-streamer-rows.ts'
import type { AdminStreamer } from './contract.ts'

/** All that moves from one to the other, and last the other's end. */
export function streamerMoves(merge: Merge): SQL[] {
  const { from, into, when } = merge
  const inherit = ['followers', 'avatar_path', 'featured_at', 'language'].map((name) => {
    const column = sql.raw(name)
    return sql`${column} = coalesce(${column}, (select ${column} from streamers where id = ${from}))`
  })
  return [
    sql`update streaming_accounts set streamer_id = ${into}
      where streamer_id = ${from} and ${when}`,
    // Those of one's own channels and those that moderators follow.
    sql`update schedule_sources set streamer_id = ${into}
      where streamer_id = ${from} and ${when}`,
    // Who took part twice took part once.
    sql`delete from event_participants where streamer_id = ${from} and ${when}
      and event_id in (select event_id from event_participants where streamer_id = ${into})`,
    sql`update event_participants set streamer_id = ${into}
      where streamer_id = ${from} and ${when}`,
    sql`update streamers set ${sql.join(inherit, sql`, `)} where id = ${into} and ${when}`,
    ...mergeInto('streamer', merge),
  ]
}

/**
 * Two entries of one person become one: channels, schedules, participations, follows and the member behind go
 * to the one that stays, and the other's address leads there.
 * @throws AppError `streamer_not_found`, `streamers_of_two_members`
 */
export async function mergeStreamers(
  ctx: Ctx<Moderator>,
  { from, into }: { from: StreamerId; into: StreamerId },
): Promise<AdminStreamer> {
  const [[gone], [kept]] = await read(ctx, [
    selectAdminStreamer(ctx, from),
    selectAdminStreamer(ctx, into),
  ])
  if (from === into) throw invalid([{ path: 'into', msg: ruleText('merge_itself', ctx.locale) }])
  if (!gone || !kept) throw new AppError('not_found', 'streamer_not_found')
  if (gone.userId && kept.userId) throw new AppError('conflict', 'streamers_of_two_members')
  // Each only while both are there and no other merge has changed who stands behind them.
  const when = sql`exists (select 1 from streamers where id = ${from} and user_id is ${gone.userId})
    and exists (select 1 from streamers where id = ${into} and user_id is ${kept.userId})`
  const { isDone, answers } = await writeMoves(ctx, streamerMoves({ from, into, when }), [
    audit(ctx, {
      act: 'merge',
      subject: 'streamer',
      id: into,
      from: gone.displayName,
      to: kept.displayName,
      when: sql`changes() = 1`,
    }),
    // Only once the other is gone: a member stands behind one streamer.
    rows(
      ctx.db,
      sql`update streamers set user_id = coalesce(user_id, ${gone.userId})
        where id = ${into} and changes() = 1`,
    ),
    selectAdminStreamer(ctx, into),
  ])
  if (!isDone) throw new AppError('not_found', 'streamer_not_found')
  await queuePurge(ctx, { type: 'streamer', id: from }, { type: 'streamer', id: into })
  return requireStreamer(answers[2])
}
