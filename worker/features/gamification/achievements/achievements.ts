import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { u } from '#worker/db/aliases.ts'
import type { ResultOf, Results } from '#worker/db/client.ts'
import { nullable } from '#worker/db/row.ts'
import { achievementHolderCounts, unlockedAchievements } from '#worker/db/schema/gamification.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { achievementPictureUrl } from '#worker/features/media/generated-images/paths.ts'
import {
  achievementIds,
  achievements,
  type AchievementId,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { computeLevel } from '#worker/features/gamification/ledger/levels.ts'
import { selectProgress, toLevelInfo } from '#worker/features/gamification/ledger/progress.ts'
import {
  conditionAchievementId,
  achievementConditions,
  conditionProgress,
} from '#worker/features/gamification/ledger/unlocking.ts'
import type { Achievement, AchievementsView, MyAchievementsView } from './contract.ts'
import { achievementTexts } from './texts.ts'

const selectHolders = prepare(() =>
  select(
    { achievement: achievementHolderCounts.achievement, holders: achievementHolderCounts.holders },
    sql`from ${achievementHolderCounts}`,
  ),
)
type HolderCountRows = ResultOf<ReturnType<typeof selectHolders>>

export function describeAchievement(id: AchievementId, locale: Locale) {
  const { category, tier } = achievements[id]
  const [name, text] = achievementTexts[id]
  return {
    identifier: id,
    name: name({}, { locale }),
    description: text({}, { locale }),
    category,
    tier,
    picture_url: achievementPictureUrl(id),
  }
}

/** In percent with one decimal, rounded up to 0.1 for rare achievements. */
function computeHolderPercentage(holders: number, members: number): number {
  if (holders <= 0 || members <= 0) return 0
  return Math.max(0.1, Math.round((1000 * holders) / members) / 10)
}

function toAchievements(holders: HolderCountRows, locale: Locale): Achievement[] {
  const held = new Map(holders.map((row) => [row.achievement, row.holders]))
  const members = held.get('members') ?? 0
  return achievementIds.map((id) => ({
    ...describeAchievement(id, locale),
    threshold: achievements[id].rule.threshold,
    unlocked_percentage: computeHolderPercentage(held.get(id) ?? 0, members),
  }))
}

export async function listAchievements(ctx: Ctx, language: Locale): Promise<AchievementsView> {
  const { holders } = await read(ctx, { holders: selectHolders() })
  return { items: toAchievements(holders, language) }
}

const selectReached = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    {
      id: conditionAchievementId,
      value: conditionProgress,
      unlockedAt: nullable(unlockedAchievements.unlockedAt),
    },
    sql`from ${u} join json_each(${JSON.stringify(achievementConditions)}) r
      left join ${unlockedAchievements} on ${unlockedAchievements.userId} = ${u.id}
        and ${unlockedAchievements.achievement} = ${conditionAchievementId}
      where ${u.id} = ${userId}`,
  ),
)
type ReachedProgressRow = ResultOf<ReturnType<typeof selectReached>>[number]

function computeAchievementProgress(
  { threshold, identifier }: Achievement,
  reached: ReachedProgressRow | undefined,
): number {
  if (reached?.unlockedAt != null) return threshold
  const { kind } = achievements[identifier as AchievementId].rule
  const value = reached?.value ?? 0
  return Math.min(threshold, kind === 'level' ? computeLevel(value).level : value)
}

export function selectMyAchievements({ actor }: Ctx<Member>) {
  return {
    holders: selectHolders(),
    reached: selectReached(actor),
    standing: selectProgress(actor),
  }
}

export async function listMyAchievements(ctx: Ctx<Member>): Promise<MyAchievementsView> {
  return toMyAchievements(ctx, await read(ctx, selectMyAchievements(ctx)))
}

export function toMyAchievements(
  ctx: Ctx<Member>,
  { holders, reached, standing }: Results<ReturnType<typeof selectMyAchievements>>,
): MyAchievementsView {
  const reachedBy = new Map(
    reached.map((reachedAchievement) => [reachedAchievement.id, reachedAchievement]),
  )
  const items = toAchievements(holders, ctx.locale).map((achievement) => {
    const own = reachedBy.get(achievement.identifier as AchievementId)
    const unlockedAt = own?.unlockedAt ?? null
    return {
      ...achievement,
      progress: computeAchievementProgress(achievement, own),
      is_unlocked: unlockedAt !== null,
      unlocked_at: unlockedAt === null ? null : toInstant(unlockedAt),
    }
  })
  return {
    items,
    unlocked_count: items.filter((item) => item.is_unlocked).length,
    level_info: toLevelInfo(standing),
    trust_score: standing?.trust ?? 0,
  }
}
