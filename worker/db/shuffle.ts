import type { StatementOrdering } from './client.ts'

/** Orders by numbers that follow from the seed, so that a failure can be repeated. */
export function createShuffle(seed: number): StatementOrdering {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  return (items) =>
    items
      .map((item) => ({ item, key: next() }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ item }) => item)
}
