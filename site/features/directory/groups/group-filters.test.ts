import { expect, test } from 'vitest'
import { readGroupEventsFilters, readGroupFilters } from './group-filters.ts'

test('a group’s page shows what is coming unless another period is asked for', () => {
  const period = (search: string) => readGroupEventsFilters(new URLSearchParams(search)).period
  expect(period('')).toBe('upcoming')
  expect(period('period=past')).toBe('past')
  expect(period('period=soon')).toBe('upcoming')
})

test('a cursor that no list can have made means the first page', () => {
  const cursor = (text: string) =>
    readGroupEventsFilters(new URLSearchParams({ cursor: text })).cursor
  expect(cursor('a'.repeat(1000))).toBe('a'.repeat(1000))
  expect(cursor('a'.repeat(1001))).toBeUndefined()
})

test('a search that is too long is none', () => {
  const q = (text: string) => readGroupFilters(new URLSearchParams({ q: text })).q
  expect(q('zevent')).toBe('zevent')
  expect(q('z'.repeat(101))).toBe('')
})
