import { map, type MapStore } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import type {
  NewAchievements,
  SeenAchievementsInput,
} from '#worker/features/gamification/achievements/contract.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'
import type { AnnouncedRewards, Announcements } from './announcements.ts'
import {
  toGamificationProgress,
  initialGamification,
  toLevelProgress,
  pickProgress,
  type GamificationState,
} from './gamification-state.ts'
import { createGamificationProgressStorage } from './progress-storage.ts'

/** Calls during a run add one more run. */
function coalesceRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isDue = false

  async function runWhileDue(): Promise<void> {
    while (isDue) {
      isDue = false
      await run()
    }
  }

  return () => {
    isDue = true
    running ??= runWhileDue().finally(() => (running = undefined))
    return running
  }
}

type Dependencies = Parameters<typeof createGamificationProgressStorage>[0] & {
  api: Pick<Api, 'get' | 'put'>
  untilNoticed: () => Promise<void>
  /** Loaded with the first notification, before that is marked as shown. */
  loadAnnouncements: ($gamification: MapStore<GamificationState>) => Promise<Announcements>
  isOn: () => boolean
}

/** The server lets one of a member's tabs and devices show each reward. */
async function claimRewards(
  api: Dependencies['api'],
  newAchievements: NewAchievements,
  risenTo: number | undefined,
): Promise<AnnouncedRewards> {
  const identifiers = newAchievements.map(({ identifier }) => identifier)
  const input: SeenAchievementsInput = {
    identifiers,
    ...(risenTo !== undefined && { level: risenTo }),
  }
  const seen = await api.put('achievements/new/seen', { body: input })
  const isGiven = ({ identifier }: { identifier: string }) => seen.identifiers.includes(identifier)
  return { level: seen.level, achievements: newAchievements.filter(isGiven) }
}

export function createGamificationStore(dependencies: Dependencies) {
  const { api, untilNoticed, loadAnnouncements, storage, account, isOn } = dependencies
  const kept = createGamificationProgressStorage({ storage, account })
  const $gamification = map<GamificationState>(initialGamification)
  let announcements: Announcements | undefined

  function patch(change: Partial<GamificationState>): void {
    $gamification.set({ ...$gamification.get(), ...change })
  }

  function take(progress: Partial<GamificationState>): void {
    patch({ ...progress, isInitialized: true })
    kept.write(pickProgress($gamification.get()), 1)
  }

  /** True if another page of this browser heard more than this one knew. */
  function recall(): boolean {
    const stored = kept.read()
    if (!stored) return false
    const { currentLevel, currentXp } = $gamification.get()
    const { progress } = stored
    patch({ ...progress, isInitialized: true })
    const isSameLevel = progress.currentLevel === currentLevel
    return isSameLevel ? progress.currentXp > currentXp : progress.currentLevel > currentLevel
  }

  const announce = coalesceRuns(async () => {
    await untilNoticed()
    const accountId = account()
    if (!accountId || !isOn()) return
    const newAchievements = await api.get('achievements/new')
    const { currentLevel } = $gamification.get()
    const hasRisen = currentLevel > (kept.read()?.checkedLevel ?? 1)
    if (newAchievements.length === 0 && !hasRisen) return
    announcements = await loadAnnouncements($gamification)
    const rewards = await claimRewards(api, newAchievements, hasRisen ? currentLevel : undefined)
    if (account() !== accountId || !isOn()) return
    kept.write(pickProgress($gamification.get()), currentLevel)
    announcements.show(rewards)
  })

  async function apply(earned: RewardResult): Promise<void> {
    if (!isOn()) return
    const hasRisen = earned.level_up || earned.current_level > $gamification.get().currentLevel
    take(toGamificationProgress(earned))
    // An act past its cap earns no points, but counts towards achievements.
    const hasCounted = earned.xp_earned > 0 || earned.retry_in_hours !== null
    if (hasRisen || hasCounted) await announce()
  }

  async function loadStats(): Promise<void> {
    if (!isOn()) return
    const { level_info } = await api.get('achievements/me/stats')
    take(toLevelProgress(level_info))
  }

  function clear(): void {
    announcements?.cancelAll()
    $gamification.set(initialGamification)
  }

  recall()
  return { $gamification, apply, loadStats, announce, recall, clear }
}
export type GamificationStore = ReturnType<typeof createGamificationStore>
