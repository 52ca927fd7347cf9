import { expect, test } from 'vitest'
import { pickDiverseCandidates } from './suggestions.ts'

function candidates(kinds: (string | null)[]) {
  return kinds.map((kind, index) => ({ id: index + 1, kind }))
}
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)

test('keeps the order where no kind has more than its share', () => {
  const list = candidates(['charity', 'esports', 'charity', 'music'])
  expect(idsOf(pickDiverseCandidates(list, 8))).toEqual([1, 2, 3, 4])
})

test('gives a kind a quarter of the list, and the rest to others', () => {
  const list = candidates([...Array<string>(10).fill('speedrun'), 'music', 'esports', 'sport'])
  expect(idsOf(pickDiverseCandidates(list, 8)).slice(0, 5)).toEqual([1, 2, 11, 12, 13])
})

test('fills up with a kind that has its share rather than stay short', () => {
  const list = candidates(Array<string>(10).fill('speedrun'))
  expect(idsOf(pickDiverseCandidates(list, 8))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('counts what has no known kind as varied', () => {
  const list = candidates([null, null, null, null, null])
  expect(idsOf(pickDiverseCandidates(list, 4))).toEqual([1, 2, 3, 4])
})

test('gives each kind at least one place in a short list', () => {
  const list = candidates(['charity', 'charity', 'music'])
  expect(idsOf(pickDiverseCandidates(list, 2))).toEqual([1, 3])
})
