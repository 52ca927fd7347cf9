import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import {
  achievements,
  type AchievementId,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { levelOf } from '#worker/features/gamification/ledger/levels.ts'
import { selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import { describeAchievement } from './achievements.ts'
import type { NewAchievements, SeenInput, SeenView } from './contract.ts'

/** Newer ones first; who comes back after long is not shown everything at once. */
const mostAtOnce = 5

function isKnown(id: string): id is AchievementId {
  return Object.hasOwn(achievements, id)
}

/** What was unlocked and no browser has announced yet. Reading it changes nothing. */
export async function listNewAchievements(ctx: Ctx<Member>): Promise<NewAchievements> {
  const [found] = await read(ctx, [
    rows<{ achievement: string }>(
      ctx.db,
      sql`select x.achievement from unlocked_achievements x join users u on u.id = x.user_id
        where x.user_id = ${ctx.actor.userId} and x.seen_at is null and u.is_gamified = 1
        order by x.unlocked_at desc, x.achievement limit ${mostAtOnce}`,
    ),
  ])
  return found
    .map(({ achievement }) => achievement)
    .filter(isKnown)
    .map((id) => describeAchievement(id, ctx.locale))
}

/**
 * Marks achievements, and levels up to one, as announced. Of several tabs and devices that ask at
 * the same time, one is answered with each; what the member does not hold is left out, and so is
 * everything while gamification is switched off.
 */
export async function markSeen(
  ctx: Ctx<Member>,
  { identifiers, level = 1 }: SeenInput,
): Promise<SeenView> {
  const { userId } = ctx.actor
  const [[standing]] = await read(ctx, [selectProgress(ctx, userId)])
  const reached = Math.min(level, levelOf(standing?.totalXp ?? 0).level)
  const [marked, [risen]] = await write(ctx, [
    rows<{ achievement: string }>(
      ctx.db,
      sql`update unlocked_achievements set seen_at = ${ctx.now} where user_id = ${userId}
        and seen_at is null
        and achievement in (select value from json_each(${JSON.stringify(identifiers)}))
        and exists (select 1 from users where id = ${userId} and is_gamified = 1)
        returning achievement`,
    ),
    rows<{ level: number }>(
      ctx.db,
      sql`update users set seen_level = ${reached} where id = ${userId}
        and seen_level < ${reached} and is_gamified = 1 returning seen_level as level`,
    ),
  ])
  return {
    identifiers: marked.map(({ achievement }) => achievement),
    level: risen?.level ?? null,
  }
}
