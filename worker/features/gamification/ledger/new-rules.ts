import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { achievementIds, type AchievementId } from './achievement-catalogue.ts'
import { conditions, unlockWhere } from './unlocking.ts'

/** How many members one message looks at. */
const rulePageSize = 500

/** Notes rules that are new, and goes on with those that have not reached every member. */
export async function queueNewRules(ctx: Ctx<System>): Promise<void> {
  const [, [waiting]] = await write(ctx, [
    rows(
      ctx.db,
      sql`insert into achievement_rules (achievement)
        select value from json_each(${JSON.stringify(achievementIds)}) where true
        on conflict do nothing`,
    ),
    rows(ctx.db, sql`select 1 from achievement_rules where done_at is null limit 1`),
  ])
  if (waiting) await ctx.send([{ type: 'unlock_for_rules' }])
}

type Waiting = { achievement: AchievementId; after: number }

/**
 * Gives what new rules ask for to one page of the members who fulfil them, without a notice, and
 * asks for the next. Rows say how far each rule went, so that messages may be repeated or lost.
 */
export async function unlockForRules(ctx: Ctx<System>): Promise<void> {
  const { db, now } = ctx
  const [waiting] = await read(ctx, [
    rows<Waiting>(
      db,
      sql`select achievement, after_user_id as after from achievement_rules
        where done_at is null and after_user_id =
          (select min(after_user_id) from achievement_rules where done_at is null)`,
    ),
  ])
  const after = waiting[0]?.after
  if (after === undefined) return
  const reached = new Set(waiting.map(({ achievement }) => achievement))
  const page = sql`select id from users where id > ${after} order by id limit ${rulePageSize}`
  const [, [left]] = await write(ctx, [
    unlockWhere(
      ctx,
      conditions.filter(({ id }) => reached.has(id)),
      page,
    ),
    rows<{ doneAt: number | null }>(
      db,
      sql`update achievement_rules set after_user_id = max(after_user_id, coalesce(page.last, 0)),
          done_at = iif(page.count < ${rulePageSize}, ${now}, null)
        from (select max(id) as last, count(*) as count from (${page})) page
        where done_at is null and after_user_id = ${after} returning done_at as doneAt`,
    ),
    // They were earned long ago: nobody is notified now.
    rows(
      db,
      sql`update unlocked_achievements set seen_at = ${now} where unlocked_at = ${now}
        and user_id in (${page})
        and achievement in (select value from json_each(${JSON.stringify([...reached])}))`,
    ),
  ])
  if (left?.doneAt === null) await ctx.send([{ type: 'unlock_for_rules' }])
}
