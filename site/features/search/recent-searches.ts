import { recentSearchesKey } from '#site/lib/storage-keys.ts'
import { atom } from 'nanostores'

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const mostKept = 6

function readRecentSearches(storage: TextStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(recentSearchesKey) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept
      .filter((one): one is string => typeof one === 'string' && one !== '')
      .slice(0, mostKept)
  } catch {
    return []
  }
}

function isSameSearch(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The newest comes first. */
export function createRecentSearches(storage: TextStorage) {
  const $texts = atom(readRecentSearches(storage))

  function keep(texts: string[]): void {
    $texts.set(texts)
    if (texts.length === 0) storage.removeItem(recentSearchesKey)
    else storage.setItem(recentSearchesKey, JSON.stringify(texts))
  }

  /** Reads again first: another tab may have searched meanwhile. */
  function without(text: string): string[] {
    return readRecentSearches(storage).filter((one) => !isSameSearch(one, text))
  }

  return {
    $texts,
    add(typed: string): void {
      const text = typed.replace(/\s+/g, ' ').trim()
      if (text) keep([text, ...without(text)].slice(0, mostKept))
    },
    remove: (text: string) => keep(without(text)),
    clear: () => keep([]),
  }
}
