/** Computes a value once per key. Cleared when it holds `most` values. */
export function createMemo<Made>(most: number): (key: string, make: () => Made) => Made {
  const known = new Map<string, Made>()
  return (key, make) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make()
    if (known.size >= most) known.clear()
    known.set(key, made)
    return made
  }
}

/** So many other keys can come between the first and the second time of one. */
const othersBetween = 5_000

/**
 * As `createMemo`, for values of which most are asked for once: one is cached, and frozen, when its key
 * comes again soon. Bounded by the characters of the keys, for keys that are as long as their values
 * are large. They are in two generations of half as many, so that the values in use stay when the
 * others are dropped.
 */
export function createRepeatMemo<Made>(
  mostCharacters: number,
): (key: string, make: () => Made) => Made {
  let recent = new Map<string, Made>()
  let older = new Map<string, Made>()
  let characters = 0
  const seen = new Set<number>()
  const keep = (key: string, made: Made): Made => {
    if (characters + key.length > mostCharacters / 2) {
      older = recent
      recent = new Map()
      characters = 0
    }
    recent.set(key, made)
    characters += key.length
    return made
  }
  return (key, make) => {
    const found = recent.get(key)
    if (found !== undefined) return found
    const aged = older.get(key)
    if (aged !== undefined) return keep(key, aged)
    const mark = roughHash(key)
    if (seen.delete(mark)) return keep(key, freezeDeeply(make()))
    if (seen.size >= othersBetween) seen.clear()
    seen.add(mark)
    return make()
  }
}

/** Of the beginning and the length: where two keys share it, the second is cached a little early. */
function roughHash(key: string): number {
  let hash = key.length
  const length = Math.min(key.length, 40)
  for (let index = 0; index < length; index += 1) {
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0
  }
  return hash
}

/**
 * Computes a value once per frozen object and key, freezes it and caches it as long as the object lives. The
 * key has to name all else that the value is made from. Of an object that may change, it is computed
 * each time.
 */
export function createObjectMemo<Made>(): (subject: object, key: string, make: () => Made) => Made {
  const known = new WeakMap<object, Map<string, Made>>()
  return (subject, key, make) => {
    const ofSubject = known.get(subject)
    const found = ofSubject?.get(key)
    if (found !== undefined) return found
    if (!Object.isFrozen(subject)) return make()
    const made = freezeDeeply(make())
    if (ofSubject) ofSubject.set(key, made)
    else known.set(subject, new Map([[key, made]]))
    return made
  }
}

/** Plain objects and lists, with all that they hold. */
export function freezeDeeply<Value>(value: Value): Value {
  if (typeof value === 'string') joinPieces(value)
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freezeDeeply(part)
  return Object.freeze(value)
}

const anyText = /^/

/**
 * A concatenated text is kept as its pieces until it is searched: markup then takes several times the
 * memory, and each page that shows it copies piece after piece.
 */
function joinPieces(text: string): void {
  anyText.test(text)
}
