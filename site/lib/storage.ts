type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the browser keeps, or for this page alone where it keeps nothing. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): KeptTexts {
  try {
    return window[name]
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => void kept.set(key, text),
      removeItem: (key) => void kept.delete(key),
    }
  }
}
