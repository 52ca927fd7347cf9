import * as v from 'valibot'
import { Locale } from '#worker/contracts/locale.ts'
import { Instant } from '#worker/contracts/time.ts'
import {
  AchievementCategory,
  LevelInfo,
  AchievementTier,
} from '#worker/features/gamification/ledger/contract.ts'

const described = {
  identifier: v.string(),
  name: v.string(),
  description: v.string(),
  category: AchievementCategory,
  tier: AchievementTier,
  picture_url: v.string(),
}

export const AchievementsQuery = v.object({
  language: v.optional(Locale, 'en'),
})
export type AchievementsQuery = v.InferOutput<typeof AchievementsQuery>

export const Achievement = v.object({
  ...described,
  /** The target of its progress; for levels, the level. */
  threshold: v.number(),
  /** Unlocked percentage of all members, with one decimal. */
  unlocked_percentage: v.pipe(v.number(), v.metadata({ type: 'number' })),
})
export type Achievement = v.InferOutput<typeof Achievement>

export const AchievementsView = v.object({ items: v.array(Achievement) })
export type AchievementsView = v.InferOutput<typeof AchievementsView>

const MyAchievement = v.object({
  ...Achievement.entries,
  /** At most the threshold; unlocked achievements are always full. */
  progress: v.number(),
  is_unlocked: v.boolean(),
  unlocked_at: v.nullable(Instant),
})

export type MyAchievement = v.InferOutput<typeof MyAchievement>

export const MyAchievementsView = v.object({
  items: v.array(MyAchievement),
  unlocked_count: v.number(),
  level_info: LevelInfo,
  trust_score: v.number(),
})
export type MyAchievementsView = v.InferOutput<typeof MyAchievementsView>

const NewAchievement = v.object(described)
export const NewAchievements = v.array(NewAchievement)
export type NewAchievements = v.InferOutput<typeof NewAchievements>

export const SeenAchievementsInput = v.object({
  identifiers: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(200)),
    [],
  ),
  level: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
})
export type SeenAchievementsInput = v.InferOutput<typeof SeenAchievementsInput>

/** The items that this call was the first to mark: its browser announces them. */
export const SeenAchievementsView = v.object({
  identifiers: v.array(v.string()),
  level: v.nullable(v.number()),
})
export type SeenAchievementsView = v.InferOutput<typeof SeenAchievementsView>
