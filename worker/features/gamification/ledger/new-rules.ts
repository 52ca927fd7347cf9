import { sql } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { achievementRules, unlockedAchievements } from '#worker/db/schema/gamification.ts'
import { first, select, selectFirst } from '#worker/db/statement.ts'
import { insert, update } from '#worker/db/writes.ts'
import { achievementIds } from './achievement-catalogue.ts'
import { achievementConditions, unlockAchievementsForMembers } from './unlocking.ts'

const rulePageSize = 500

/** Registers new rules, and continues those that have not reached every member. */
export async function queueNewAchievementRules(ctx: Ctx<System>): Promise<void> {
  const { waiting } = await write(ctx, {
    rules: insert(
      achievementRules,
      { achievement: sql<string>`value` },
      { from: sql`json_each(${JSON.stringify(achievementIds)})`, onConflict: sql`do nothing` },
    ),
    waiting: selectFirst(
      { achievement: achievementRules.achievement },
      sql`from ${achievementRules} where ${achievementRules.doneAt} is null limit 1`,
    ),
  })
  if (waiting) await ctx.send([{ type: 'unlock_for_rules' }])
}

/** Grants one page of members and queues the next. Messages may be repeated or lost. */
export async function unlockAchievementsOfNewRules(ctx: Ctx<System>): Promise<void> {
  const { now } = ctx
  const { afterUserId, doneAt } = achievementRules
  const { waiting } = await read(ctx, {
    waiting: select(
      { achievement: achievementRules.achievement, after: afterUserId },
      sql`from ${achievementRules} where ${doneAt} is null and ${afterUserId} =
        (select min(${afterUserId}) from ${achievementRules} where ${doneAt} is null)`,
    ),
  })
  const after = waiting[0]?.after
  if (after === undefined) return
  const reached = new Set<string>(waiting.map(({ achievement }) => achievement))
  const page = sql`select ${users.id} from ${users} where ${users.id} > ${after}
    order by ${users.id} limit ${rulePageSize}`
  const { left } = await writeInOrder(ctx, {
    unlocked: unlockAchievementsForMembers(
      ctx,
      achievementConditions.filter(({ id }) => reached.has(id)),
      page,
    ),
    left: first(
      update(
        achievementRules,
        {
          afterUserId: sql<number>`max(${afterUserId}, coalesce(page.last, 0))`,
          doneAt: sql<number | null>`iif(page.count < ${rulePageSize}, ${now}, null)`,
        },
        {
          from: sql`(select max(id) as last, count(*) as count from (${page})) page`,
          where: sql`${doneAt} is null and ${afterUserId} = ${after}`,
          returning: { doneAt },
        },
      ),
    ),
    // Prevents notifications of achievements earned long ago.
    seen: update(
      unlockedAchievements,
      { seenAt: now },
      {
        where: sql`${unlockedAchievements.unlockedAt} = ${now}
          and ${unlockedAchievements.userId} in (${page}) and ${unlockedAchievements.achievement}
            in (select value from json_each(${JSON.stringify([...reached])}))`,
      },
    ),
  })
  if (left?.doneAt === null) await ctx.send([{ type: 'unlock_for_rules' }])
}
