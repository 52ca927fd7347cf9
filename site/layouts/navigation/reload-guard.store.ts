import { reloadedPathKey } from '#site/lib/storage-keys.ts'

type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  reload: () => void
}

const windowMs = 10_000

export function createReloadGuard({ storage, now, reload }: Dependencies) {
  /** True if the page is being reloaded. */
  return function recover(path: string): boolean {
    const key = reloadedPathKey(path)
    try {
      const last = Number(storage.getItem(key) ?? -Infinity)
      if (now() - last < windowMs) return false
      storage.setItem(key, String(now()))
    } catch {
      // A reload that leaves no note would be followed by the next without end.
      return false
    }
    reload()
    return true
  }
}

/** Messages of Chromium, Firefox and Safari. */
export function isChunkFailure(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error)
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(
    text,
  )
}
