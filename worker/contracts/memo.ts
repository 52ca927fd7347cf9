type BoundedMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Cleared when it holds `most` values. */
export function createBoundedMap<Value>(most: number): BoundedMap<Value> {
  const values = new Map<string, Value>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (values.size >= most) values.clear()
      values.set(key, value)
    },
  }
}

export function createMemo<Made>(most: number): (key: string, make: () => Made) => Made {
  const cache = createBoundedMap<Made>(most)
  return (key, make) => {
    const cachedValue = cache.get(key)
    if (cachedValue !== undefined) return cachedValue
    const createdValue = make()
    cache.set(key, createdValue)
    return createdValue
  }
}

/** Keys requested once are remembered until there are so many; then all are forgotten. */
const admissionWindow = 5_000

/**
 * A value is cached, and frozen, at the second request for its key: most are requested once. Sizes
 * are characters of keys, which are as long as values are large; values in use stay.
 */
export function createSecondRequestMemo<Made>(
  mostCharacters: number,
): (key: string, make: () => Made) => Made {
  let current = new Map<string, Made>()
  let previous = new Map<string, Made>()
  let characters = 0
  const requestedOnce = new Set<number>()
  const store = (key: string, createdValue: Made): Made => {
    if (characters + key.length > mostCharacters / 2) {
      previous = current
      current = new Map()
      characters = 0
    }
    current.set(key, createdValue)
    characters += key.length
    return createdValue
  }
  return (key, make) => {
    const cachedValue = current.get(key)
    if (cachedValue !== undefined) return cachedValue
    const foundInPrevious = previous.get(key)
    if (foundInPrevious !== undefined) return store(key, foundInPrevious)
    const hash = hashKey(key)
    if (requestedOnce.delete(hash)) return store(key, freezeDeeply(make()))
    if (requestedOnce.size >= admissionWindow) requestedOnce.clear()
    requestedOnce.add(hash)
    return make()
  }
}

/** Reads the beginning and the length only: a collision caches a value at the first request. */
function hashKey(key: string): number {
  let hash = key.length
  const length = Math.min(key.length, 40)
  for (let index = 0; index < length; index += 1) {
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0
  }
  return hash
}

/** For frozen objects alone; the key has to name all else that the value is made from. */
export function createObjectMemo<Made>(): (subject: object, key: string, make: () => Made) => Made {
  const cache = new WeakMap<object, Map<string, Made>>()
  return (subject, key, make) => {
    const ofSubject = cache.get(subject)
    const cachedValue = ofSubject?.get(key)
    if (cachedValue !== undefined) return cachedValue
    if (!Object.isFrozen(subject)) return make()
    const createdValue = freezeDeeply(make())
    if (ofSubject) ofSubject.set(key, createdValue)
    else cache.set(subject, new Map([[key, createdValue]]))
    return createdValue
  }
}

export function freezeDeeply<Value>(value: Value): Value {
  if (typeof value === 'string') flattenString(value)
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const property of Object.values(value)) freezeDeeply(property)
  return Object.freeze(value)
}

const matchesAll = /^/

/** A regular expression makes V8 flatten a rope, which takes several times the memory. */
function flattenString(text: string): void {
  matchesAll.test(text)
}
