import type { openStorage } from '#site/lib/storage.ts'
import { gamificationProgressKey } from '#site/lib/storage-keys.ts'
import type { GamificationProgress } from './gamification-state.ts'

type StoredProgress = {
  account: string
  progress: GamificationProgress
  /** The highest level that the server was asked whether to announce. */
  checkedLevel: number
}

type Dependencies = {
  storage: Pick<ReturnType<typeof openStorage>, 'getItem' | 'setItem'>
  account: () => string | undefined
}

export function createGamificationProgressStorage({ storage, account }: Dependencies) {
  function read(): StoredProgress | undefined {
    try {
      const stored = JSON.parse(
        storage.getItem(gamificationProgressKey) ?? 'null',
      ) as StoredProgress | null
      return stored && stored.account === account() ? stored : undefined
    } catch {
      return undefined
    }
  }

  function write(progress: GamificationProgress, level: number): void {
    const accountId = account()
    if (!accountId) return
    const checkedLevel = Math.max(level, read()?.checkedLevel ?? 1)
    storage.setItem(
      gamificationProgressKey,
      JSON.stringify({ account: accountId, progress, checkedLevel }),
    )
  }

  return { read, write }
}
