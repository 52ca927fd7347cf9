import { describe, expect, test } from 'vitest'
import type { MyAchievement } from '#worker/features/gamification/achievements/contract.ts'
import {
  achievementsPath,
  filterAchievements,
  readAchievementFilters,
} from './achievement-filters.ts'

function achievement(changes: Partial<MyAchievement>): MyAchievement {
  return {
    identifier: 'one',
    name: 'One',
    description: 'Do it.',
    category: 'events',
    tier: 'bronze',
    picture_url: '/one.svg',
    threshold: 10,
    unlocked_percentage: 1,
    progress: 0,
    is_unlocked: false,
    unlocked_at: null,
    ...changes,
  }
}

const read = (search: string) => readAchievementFilters(new URLSearchParams(search))
const namesOf = (search: string) => filterAchievements(items, read(search)).map(({ name }) => name)

const unlocked = (unlocked_at: string) => ({ is_unlocked: true, unlocked_at, progress: 10 })
const items = [
  achievement({ name: 'Far', progress: 1 }),
  achievement({ name: 'Near', progress: 9, category: 'special' }),
  achievement({ name: 'Old', ...unlocked('2026-01-01T00:00:00Z') }),
  achievement({ name: 'Été', ...unlocked('2026-07-01T00:00:00Z'), category: 'seasonal' }),
]

describe('achievements', () => {
  test.each([
    ['', ['Été', 'Old', 'Near', 'Far']],
    ['show=unlocked', ['Été', 'Old']],
    ['show=locked', ['Near', 'Far']],
    ['category=special', ['Near']],
    ['category=seasonal&show=locked', []],
    ['q=ete', ['Été']],
    ['q=DO+IT', ['Été', 'Old', 'Near', 'Far']],
    ['q=it++OLD', ['Old']],
  ])('of "%s" are %j', (search, names) => {
    expect(namesOf(search)).toEqual(names)
  })
})

test('a value that means nothing counts as left out', () => {
  expect(read('show=x&category=y&period=z')).toEqual(read(''))
})

test('the address says what is not as usual', () => {
  const filters = read('q=a&show=locked&period=all')
  expect(achievementsPath('fr', filters, { show: 'all', category: 'special' })).toBe(
    '/fr/achievements?category=special&period=all&q=a',
  )
})
