import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { unlockedAchievements } from '#worker/db/schema/gamification.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import {
  achievements,
  type AchievementId,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { computeLevel } from '#worker/features/gamification/ledger/levels.ts'
import { selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import { describeAchievement } from './achievements.ts'
import type { NewAchievements, SeenAchievementsInput, SeenAchievementsView } from './contract.ts'

/** Limits the announcements after a long absence; the newest come first. */
const maxAnnouncements = 5

function isAchievementId(id: string): id is AchievementId {
  return Object.hasOwn(achievements, id)
}

const { achievement, seenAt, unlockedAt } = unlockedAchievements
const isAchievementOfMember = (userId: SQL) => sql`${unlockedAchievements.userId} = ${userId}`

export const selectNewAchievements = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    { achievement },
    sql`from ${unlockedAchievements} join ${users} on ${users.id} = ${unlockedAchievements.userId}
      where ${isAchievementOfMember(userId)} and ${seenAt} is null and ${users.isGamified} = 1
      order by ${unlockedAt} desc, ${achievement} limit ${maxAnnouncements}`,
  ),
)

/** Unlocked but not yet announced in a browser. Does not mark them. */
export async function listNewAchievements(ctx: Ctx<Member>): Promise<NewAchievements> {
  const { found } = await read(ctx, { found: selectNewAchievements(ctx.actor) })
  return toNewAchievements(ctx, found)
}

export function toNewAchievements(
  ctx: Ctx,
  found: ResultOf<ReturnType<typeof selectNewAchievements>>,
): NewAchievements {
  return found
    .map((achievementRow) => achievementRow.achievement)
    .filter(isAchievementId)
    .map((id) => describeAchievement(id, ctx.locale))
}

type SeenAchievements = { userId: UserId; now: number; identifiers: string; reached: number }

const markAchievements = prepare(({ userId, now, identifiers }: Params<SeenAchievements>) =>
  update(
    unlockedAchievements,
    { seenAt: now },
    {
      where: sql`${isAchievementOfMember(userId)} and ${seenAt} is null
        and ${achievement} in (select value from json_each(${identifiers}))
        and exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.isGamified} = 1)`,
      returning: { achievement },
    },
  ),
)

const markLevel = prepare(({ userId, reached }: Params<SeenAchievements>) =>
  first(
    update(
      users,
      { seenLevel: reached },
      {
        where: sql`${users.id} = ${userId} and ${users.seenLevel} < ${reached}
          and ${users.isGamified} = 1`,
        returning: { level: users.seenLevel },
      },
    ),
  ),
)

/** With several tabs and devices, each item is returned to one of them only. */
export async function markAchievementsSeen(
  ctx: Ctx<Member>,
  { identifiers, level = 1 }: SeenAchievementsInput,
): Promise<SeenAchievementsView> {
  const { userId } = ctx.actor
  const { standing } = await read(ctx, { standing: selectProgress(ctx.actor) })
  const reached = Math.min(level, computeLevel(standing?.totalXp ?? 0).level)
  const announcement = { userId, now: ctx.now, identifiers: JSON.stringify(identifiers), reached }
  const { marked, risen } = await write(ctx, {
    marked: markAchievements(announcement),
    risen: markLevel(announcement),
  })
  return {
    identifiers: marked.map((achievementRow) => achievementRow.achievement),
    level: risen?.level ?? null,
  }
}
