import type { NewAchievements } from '#worker/features/gamification/achievements/contract.ts'
import type { RewardResult, StatsView } from '#worker/features/gamification/ledger/contract.ts'

export type GamificationState = {
  xpEarned: number
  trustScore: number
  currentLevel: number
  currentXp: number
  nextLevelXp: number
  levelUp: boolean
  progressPercentage: number
  isInitialized: boolean
  isNotificationShown: boolean
  isAnimating: boolean
  newAchievements: NewAchievements
}

export const initialGamification: GamificationState = {
  xpEarned: 0,
  trustScore: 0,
  currentLevel: 1,
  currentXp: 0,
  nextLevelXp: 100,
  levelUp: false,
  progressPercentage: 0,
  isInitialized: false,
  isNotificationShown: false,
  isAnimating: false,
  newAchievements: [],
}

/** Other pages of this browser go on with these; what is being shown belongs to one page. */
export type GamificationProgress = Pick<
  GamificationState,
  'xpEarned' | 'trustScore' | 'currentLevel' | 'currentXp' | 'nextLevelXp' | 'progressPercentage'
>

type LevelFigures = Pick<
  StatsView['level_info'],
  'current_level' | 'current_xp' | 'next_level_xp' | 'progress_percentage'
>

export function toLevelProgress(level: LevelFigures) {
  return {
    currentLevel: level.current_level,
    currentXp: level.current_xp,
    nextLevelXp: level.next_level_xp,
    progressPercentage: level.progress_percentage,
  }
}

export function toGamificationProgress(earned: RewardResult): GamificationProgress {
  return {
    xpEarned: earned.xp_earned,
    trustScore: earned.trust_score,
    ...toLevelProgress(earned),
  }
}

export function pickProgress(state: GamificationState): GamificationProgress {
  const { xpEarned, trustScore, currentLevel, currentXp, nextLevelXp, progressPercentage } = state
  return { xpEarned, trustScore, currentLevel, currentXp, nextLevelXp, progressPercentage }
}
