/** A pseudo-random generator with the same sequence in every run. */
export type Chance = {
  /** An integer in [0, end). */
  below(end: number): number
  between(from: number, to: number): number
  /** True with probability `share`, 0 to 1. */
  is(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function createChance(seed: number): Chance {
  let state = seed

  /** Mulberry32. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    between: (from, to) => from + below(to - from),
    is: (share) => next() < share,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
  }
}

/** Splits `total` into a long-tail distribution, in random order. */
export function splitByPopularity(total: number, count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 10) ** -0.8)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const step = fullCycleStride(count)
  const split = new Array<number>(count).fill(0)
  let givenShare = 0
  let due = 0
  for (const [rank, weight] of weights.entries()) {
    due += (weight / sum) * total
    const share = Math.round(due) - givenShare
    split[(rank * step) % count] = share
    givenShare += share
  }
  return split
}

/** A step that, repeated modulo `count`, visits every number once. */
export function fullCycleStride(count: number): number {
  let step = Math.max(1, Math.round(count * 0.618))
  while (greatestCommonDivisor(step, count) > 1) step += 1
  return step
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
