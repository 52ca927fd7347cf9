import type { openStorage } from '#site/lib/storage.ts'
import { progressKey } from '#site/lib/storage-keys.ts'
import type { Progress } from './gamification-state.ts'

type Kept = {
  account: string
  progress: Progress
  /** The highest level that the server was asked whether to announce. */
  checkedLevel: number
}

type Dependencies = {
  storage: Pick<ReturnType<typeof openStorage>, 'getItem' | 'setItem'>
  account: () => string | undefined
}

export function createProgressStorage({ storage, account }: Dependencies) {
  function read(): Kept | undefined {
    try {
      const stored = JSON.parse(storage.getItem(progressKey) ?? 'null') as Kept | null
      return stored && stored.account === account() ? stored : undefined
    } catch {
      return undefined
    }
  }

  function write(progress: Progress, level: number): void {
    const accountId = account()
    if (!accountId) return
    const checkedLevel = Math.max(level, read()?.checkedLevel ?? 1)
    storage.setItem(progressKey, JSON.stringify({ account: accountId, progress, checkedLevel }))
  }

  return { read, write }
}
