import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import type { StreamerId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { audit } from '#worker/features/audit/audit.ts'
import { purgeAfter } from '#worker/features/edge/purge.ts'
import { mergeInto, type Merge } from '#worker/features/merges/merging.ts'
import { AppError, invalid } from '#worker/http/errors.ts'
import { ruleText } from '#worker/validation-texts.ts'
import { onlyStreamer, selectCatalogueStreamer } from './catalogue-rows.ts'
import type { CatalogueStreamer } from './contract.ts'

/** All that moves from one to the other, in this order, and the other's end. */
export function streamerMoves(merge: Merge) {
  const { from, into, when } = merge
  const inherit = ['followers', 'avatar_path', 'featured_at', 'language'].map((name) => {
    const column = sql.raw(name)
    return sql`${column} = coalesce(${column}, (select ${column} from streamers where id = ${from}))`
  })
  return {
    channels: sql`update streaming_accounts set streamer_id = ${into}
      where streamer_id = ${from} and ${when}`,
    // Those of one's own channels and those that moderators follow.
    schedules: sql`update schedule_sources set streamer_id = ${into}
      where streamer_id = ${from} and ${when}`,
    // Who took part twice took part once.
    shared: sql`delete from event_participants where streamer_id = ${from} and ${when}
      and event_id in (select event_id from event_participants where streamer_id = ${into})`,
    participations: sql`update event_participants set streamer_id = ${into}
      where streamer_id = ${from} and ${when}`,
    facts: sql`update streamers set ${sql.join(inherit, sql`, `)} where id = ${into} and ${when}`,
    ...mergeInto('streamer', merge),
  }
}

/**
 * Two entries of one person become one: channels, schedules, participations, follows and the member behind go
 * to the one that stays, and the other's address leads there.
 * @throws AppError `streamer_not_found`, `streamers_of_two_members`
 */
export async function mergeStreamers(
  ctx: Ctx<Moderator>,
  { from, into }: { from: StreamerId; into: StreamerId },
): Promise<CatalogueStreamer> {
  const [[gone], [kept]] = await read(ctx, [
    selectCatalogueStreamer(ctx, from),
    selectCatalogueStreamer(ctx, into),
  ])
  if (from === into) throw invalid([{ path: 'into', msg: ruleText('merge_itself', ctx.locale) }])
  if (!gone || !kept) throw new AppError('not_found', 'streamer_not_found')
  if (gone.userId && kept.userId) throw new AppError('conflict', 'streamers_of_two_members')
  // Each only while both are there and no other merge has changed who stands behind them.
  const when = sql`exists (select 1 from streamers where id = ${from} and user_id is ${gone.userId})
    and exists (select 1 from streamers where id = ${into} and user_id is ${kept.userId})`
  const move = streamerMoves({ from, into, when })
  const run = (statement: SQL) => rows<{ id: StreamerId }>(ctx.db, statement)
  const [, , , , , , , , , deleted, , , after] = await write(ctx, [
    run(move.channels),
    run(move.schedules),
    run(move.shared),
    run(move.participations),
    run(move.facts),
    run(move.follows),
    run(move.ownFollows),
    run(move.chain),
    run(move.address),
    run(move.gone),
    audit(ctx, {
      act: 'merge',
      subject: 'streamer',
      id: into,
      from: gone.displayName,
      to: kept.displayName,
      when: sql`changes() = 1`,
    }),
    // Only once the other is gone: a member stands behind one streamer.
    run(sql`update streamers set user_id = coalesce(user_id, ${gone.userId})
      where id = ${into} and changes() = 1`),
    selectCatalogueStreamer(ctx, into),
  ])
  if (deleted.length === 0) throw new AppError('not_found', 'streamer_not_found')
  await purgeAfter(ctx, { type: 'streamer', id: from }, { type: 'streamer', id: into })
  return onlyStreamer(after)
}
