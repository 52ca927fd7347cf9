type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the browser keeps; what it will not keep stays for this page alone. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): TextStorage {
  const unkept = new Map<string, string>()

  /** A closed storage throws when it is named, a full one when it is written to. */
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(window[name])
    } catch {
      return undefined
    }
  }

  return {
    getItem: (key) => unkept.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, text) {
      unkept.set(key, text)
      attempt((storage) => {
        storage.setItem(key, text)
        unkept.delete(key)
      })
    },
    removeItem(key) {
      unkept.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}
