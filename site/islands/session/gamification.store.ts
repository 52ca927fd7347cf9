import { map } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import type { NewAchievements } from '#worker/features/achievements/contract.ts'
import type { Gamification, StatsView } from '#worker/features/progress/contract.ts'

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

const nothingYet: GamificationState = {
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

const animationMs = 2000
const notificationMs = 5000

export function createGamification({ api }: { api: Api }) {
  const $gamification = map<GamificationState>(nothingYet)
  let timers: ReturnType<typeof setTimeout>[] = []

  function later(delay: number, change: Partial<GamificationState>): void {
    timers.push(setTimeout(() => patch(change), delay))
  }

  function patch(change: Partial<GamificationState>): void {
    $gamification.set({ ...$gamification.get(), ...change })
  }

  function celebrateLevel(): void {
    patch({ levelUp: true, isAnimating: true, isNotificationShown: true })
    later(animationMs, { isAnimating: false })
    later(notificationMs, { isNotificationShown: false, levelUp: false })
  }

  /** What a write answered in `gamification_info.gamification`. */
  function apply(earned: Gamification): void {
    const { currentLevel, isInitialized } = $gamification.get()
    const hasRisen = isInitialized && earned.current_level > currentLevel
    patch({
      xpEarned: earned.xp_earned,
      trustScore: earned.trust_score,
      currentLevel: earned.current_level,
      currentXp: earned.current_xp,
      nextLevelXp: earned.next_level_xp,
      progressPercentage: earned.progress_percentage,
      isInitialized: true,
    })
    if (earned.level_up || hasRisen) celebrateLevel()
  }

  async function loadStats(): Promise<void> {
    const { level_info: level } = await api.get<StatsView>('achievements/me/stats')
    patch({
      currentLevel: level.current_level,
      currentXp: level.current_xp,
      nextLevelXp: level.next_level_xp,
      progressPercentage: level.progress_percentage,
      isInitialized: true,
    })
  }

  async function loadNewAchievements(): Promise<void> {
    const newAchievements = await api.get<NewAchievements>('achievements/new')
    patch({ newAchievements })
    if (newAchievements.length > 0) later(notificationMs, { newAchievements: [] })
  }

  function clear(): void {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    $gamification.set(nothingYet)
  }

  return { $gamification, apply, loadStats, loadNewAchievements, clear }
}
