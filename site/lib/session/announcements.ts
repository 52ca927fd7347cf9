import type { MapStore } from 'nanostores'
import { createCountdowns } from '#site/lib/countdowns.ts'
import type { NewAchievements } from '#worker/features/gamification/achievements/contract.ts'
import type { GamificationState } from './gamification-state.ts'

const animationMs = 2000
const notificationMs = 5000
export const levelAnnouncementKey = 'level'

export type AnnouncedRewards = { level: number | null; achievements: NewAchievements }

export function createAnnouncements($gamification: MapStore<GamificationState>) {
  function patch(change: Partial<GamificationState>): void {
    $gamification.set({ ...$gamification.get(), ...change })
  }

  const animation = createCountdowns<typeof levelAnnouncementKey>(() =>
    patch({ isAnimating: false }),
  )
  const countdowns = createCountdowns<string>((key) => {
    if (key === levelAnnouncementKey) return patch({ isNotificationShown: false, levelUp: false })
    const others = $gamification.get().newAchievements.filter((one) => achievementKey(one) !== key)
    patch({ newAchievements: others })
  })

  function show({ level, achievements }: AnnouncedRewards): void {
    const hasLevel = level !== null
    patch({
      ...(hasLevel && { levelUp: true, isAnimating: true, isNotificationShown: true }),
      newAchievements: [...$gamification.get().newAchievements, ...achievements],
    })
    if (hasLevel) {
      animation.start(levelAnnouncementKey, animationMs)
      countdowns.start(levelAnnouncementKey, notificationMs)
    }
    for (const one of achievements) countdowns.start(achievementKey(one), notificationMs)
  }

  function cancelAll(): void {
    animation.cancelAll()
    countdowns.cancelAll()
  }

  const { pause, resume, end: dismiss } = countdowns
  return { show, pause, resume, dismiss, cancelAll }
}
export type Announcements = ReturnType<typeof createAnnouncements>

export function achievementKey({
  identifier,
}: Pick<NewAchievements[number], 'identifier'>): string {
  return `achievement ${identifier}`
}
