import * as v from 'valibot'

export const AchievementCategory = v.picklist([
  'events',
  'seasonal',
  'community',
  'streamers',
  'special',
  'platform',
  'levels',
])
export type AchievementCategory = v.InferOutput<typeof AchievementCategory>

export const AchievementTier = v.picklist(['bronze', 'silver', 'gold', 'platinum'])
export type AchievementTier = v.InferOutput<typeof AchievementTier>

export const LeaderboardPeriod = v.picklist(['week', 'month', 'all'])
export type LeaderboardPeriod = v.InferOutput<typeof LeaderboardPeriod>

export const LevelInfo = v.object({
  current_level: v.number(),
  current_xp: v.number(),
  next_level_xp: v.number(),
  progress_percentage: v.number(),
  total_xp: v.number(),
  member_since: v.string(),
})
export type LevelInfo = v.InferOutput<typeof LevelInfo>

export const StatsView = v.object({ level_info: LevelInfo })
export type StatsView = v.InferOutput<typeof StatsView>

export const RewardResult = v.object({
  success: v.boolean(),
  /** Shown to the member, for instance when a cap was reached. */
  message: v.nullable(v.string()),
  xp_earned: v.number(),
  trust_score: v.number(),
  current_level: v.number(),
  current_xp: v.number(),
  next_level_xp: v.number(),
  level_up: v.boolean(),
  progress_percentage: v.number(),
  /** Until points are given again, after reaching a cap. */
  retry_in_hours: v.nullable(v.picklist([1, 24])),
})
export type RewardResult = v.InferOutput<typeof RewardResult>

export const RewardResultView = v.object({ gamification: RewardResult })
export type RewardResultView = v.InferOutput<typeof RewardResultView>
