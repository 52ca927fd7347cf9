import { sql } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import { eventGroups, games } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { moveGamePicture } from '#worker/features/media/platform-pictures/remove-picture.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { mergeableGame, buildCommonMergeStatements } from '#worker/features/directory/merging.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { selectAdminGame, toAdminGame } from './admin-games.ts'
import type { AdminGame } from './contract.ts'

/** @throws AppError `game_not_found`, also for the second of two merges at once */
export async function mergeGames(
  ctx: Ctx<Moderator>,
  { from, into }: { from: GameId; into: GameId },
): Promise<AdminGame> {
  const { merged, survivor } = await read(ctx, {
    merged: selectAdminGame(from),
    survivor: selectAdminGame(into),
  })
  if (from === into)
    throw validationError([{ path: 'into', msg: validationRuleText('merge_itself', ctx.locale) }])
  if (!merged || !survivor) throw new AppError('not_found', 'game_not_found')
  // Each only while both are there.
  const when = sql`(select count(*) from ${games} where ${games.id} in (${from}, ${into})) = 2`
  const { moves, removed } = buildCommonMergeStatements(mergeableGame, { from, into, when })
  const { merge, after } = await writeInOrder(ctx, {
    events: update(
      events,
      { gameId: into },
      { where: sql`${events.gameId} = ${from} and ${when}` },
    ),
    groups: update(
      eventGroups,
      { gameId: into },
      { where: sql`${eventGroups.gameId} = ${from} and ${when}` },
    ),
    picture: moveGamePicture({ from, into }, when),
    moves,
    merge: auditChange(ctx, removed, {
      act: 'merge',
      subject: 'game',
      id: into,
      from: merged.name,
      to: survivor.name,
    }),
    after: selectAdminGame(into),
  })
  if (!merge.hasChanged || !after) throw new AppError('not_found', 'game_not_found')
  await queuePurge(ctx, { type: 'game', id: from }, { type: 'game', id: into })
  return toAdminGame(after)
}
