import type { Html } from './html.ts'

/** Markup that is the same for each request with the same key, written once; at most `limit` of it. */
export function createMarkupCache(limit: number): (key: string, write: () => Html) => Html {
  const kept = new Map<string, Html>()
  return (key, write) => {
    const known = kept.get(key)
    if (known) return known
    const markup = write()
    if (kept.size >= limit) kept.clear()
    kept.set(key, markup)
    return markup
  }
}
