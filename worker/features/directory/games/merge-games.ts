import { sql } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { mergeInto, writeMoves } from '#worker/features/directory/merging.ts'
import { AppError, invalid } from '#worker/api/errors.ts'
import { ruleText } from '#worker/api/validation-texts.ts'
import { selectAdminGame, toAdminGame } from './admin-games.ts'
import type { AdminGame } from './contract.ts'

type Merge = { from: GameId; into: GameId }

/**
 * Two entries of one game become one: events, groups and follows go to the one that stays, and the
 * other's address leads there. Of two merges at once the second finds nothing left to merge.
 * @throws AppError `game_not_found`
 */
export async function mergeGames(ctx: Ctx<Moderator>, merge: Merge): Promise<AdminGame> {
  const { from, into } = merge
  const [[gone], [kept]] = await read(ctx, [selectAdminGame(ctx, from), selectAdminGame(ctx, into)])
  if (from === into) throw invalid([{ path: 'into', msg: ruleText('merge_itself', ctx.locale) }])
  if (!gone || !kept) throw new AppError('not_found', 'game_not_found')
  // Each only while both are there.
  const when = sql`(select count(*) from games where id in (${from}, ${into})) = 2`
  const moves = [
    sql`update events set game_id = ${into} where game_id = ${from} and ${when}`,
    sql`update event_groups set game_id = ${into} where game_id = ${from} and ${when}`,
    ...mergeInto('game', { from, into, when }),
  ]
  const { isDone, answers } = await writeMoves(ctx, moves, [
    audit(ctx, {
      act: 'merge',
      subject: 'game',
      id: into,
      from: gone.name,
      to: kept.name,
      when: sql`changes() = 1`,
    }),
    selectAdminGame(ctx, into),
  ])
  const [survivor] = answers[1]
  if (!isDone || !survivor) throw new AppError('not_found', 'game_not_found')
  await queuePurge(ctx, { type: 'game', id: from }, { type: 'game', id: into })
  return toAdminGame(survivor)
}
