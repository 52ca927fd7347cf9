type LruCache<Entry> = {
  get(key: string): Entry | undefined
  set(key: string, entry: Entry): void
  clear(): void
}

export function createLruCache<Entry>(capacity: number): LruCache<Entry> {
  const entries = new Map<string, Entry>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry !== undefined) {
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry
    },
    set(key, entry) {
      entries.set(key, entry)
      if (entries.size <= capacity) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    clear: () => entries.clear(),
  }
}
