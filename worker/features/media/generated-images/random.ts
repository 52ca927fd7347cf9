export type Random = {
  between: (low: number, high: number) => number
  int: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(choices: readonly [T, ...T[]]) => T
}

/** A seed gives the same numbers everywhere: pictures are drawn again, never stored. */
export function createSeededRandom(seed: string): Random {
  let state = hashText(seed)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (low, high) => low + next() * (high - low),
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}

function hashText(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value
}
