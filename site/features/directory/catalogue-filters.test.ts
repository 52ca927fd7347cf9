import { describe, expect, it, test } from 'vitest'
import {
  readGroupEventsFilters,
  readGroupFilters,
  gamesPath,
  readGameFilters,
  readStreamerFilters,
  streamersPath,
} from './catalogue-filters.ts'

const now = Date.UTC(2026, 10, 20, 12)

describe('games', () => {
  it('leaves out what means nothing', () => {
    const filters = readGameFilters(new URLSearchParams('sort=best&q=celeste&limit=3&more=1'))
    expect(filters).toEqual({ limit: 24, sort: 'popularity', q: 'celeste' })
  })

  it('has one address for one list, without its cursor', () => {
    const filters = readGameFilters(new URLSearchParams('q=a&sort=name&cursor=WzFd'))
    expect(gamesPath('fr', filters)).toBe('/fr/games?q=a&sort=name')
    expect(gamesPath('en', filters, { sort: 'popularity', q: '' })).toBe('/games')
  })
})

describe('streamers', () => {
  it('takes the day for a seed where none is given', () => {
    const filters = readStreamerFilters(new URLSearchParams('sort=random'), now)
    expect(streamersPath('en', filters)).toBe(
      `/streamers?seed=${now / 86_400_000 - 0.5}&sort=random`,
    )
  })

  it('keeps the seed with a random order only', () => {
    const filters = readStreamerFilters(
      new URLSearchParams('platform=youtube&seed=42&sort=random'),
      now,
    )
    expect(streamersPath('es', filters)).toBe('/es/streamers?platform=youtube&seed=42&sort=random')
    expect(streamersPath('es', filters, { sort: 'name' })).toBe(
      '/es/streamers?platform=youtube&sort=name',
    )
    expect(streamersPath('en', filters, { sort: 'followers', platform: undefined })).toBe(
      '/streamers',
    )
  })
})

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
