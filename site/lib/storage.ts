import { personalKeys } from './storage-keys.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Values that the browser does not keep stay for this page alone. */
export function openStorage(name: 'localStorage' | 'sessionStorage'): TextStorage {
  const pageValues = new Map<string, string>()

  /** A closed storage throws when it is named, a full one when it is written to. */
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(window[name])
    } catch {
      return undefined
    }
  }

  return {
    getItem: (key) => pageValues.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, text) {
      pageValues.set(key, text)
      attempt((storage) => {
        storage.setItem(key, text)
        pageValues.delete(key)
      })
    },
    removeItem(key) {
      pageValues.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}

type StorageName = keyof typeof personalKeys

function isPersonalKey(place: StorageName, key: string): boolean {
  const { names, prefixes } = personalKeys[place]
  return names.includes(key) || prefixes.some((prefix) => key.startsWith(prefix))
}

/** The next person at this browser must find nothing of the one who leaves. */
export function clearUserData(): void {
  for (const place of Object.keys(personalKeys) as StorageName[]) {
    try {
      const storage = window[place]
      const keys = Object.keys(storage).filter((key) => isPersonalKey(place, key))
      keys.forEach((key) => storage.removeItem(key))
    } catch {
      // A closed storage holds nothing.
    }
  }
}
