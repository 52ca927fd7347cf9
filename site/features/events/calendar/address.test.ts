import { expect, it } from 'vitest'
import * as v from 'valibot'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { AgendaQuery } from '#worker/features/events/contract.ts'
import { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import {
  calendarPath,
  countCalendarFilters,
  calendarFilterValues,
  readCalendarAddress,
} from './address.ts'

function read(search: string) {
  return readCalendarAddress(new URLSearchParams(search))
}

it('leaves open what the address does not say', () => {
  expect(read('')).toEqual({
    month: undefined,
    day: undefined,
    view: undefined,
    isGrouped: false,
    isFollowed: false,
    language: [],
    platform: [],
    category: [],
  })
})

it.each([
  'month=2026-13',
  'month=1999-12',
  'month=2026-1',
  'month=november',
  'view=year',
  'day=2026-11-20',
  'language=de',
  'platform=nosuch',
  'category=nothing',
  'grouping=1',
  'show=mine',
  'month=',
])('takes %s as left out', (search) => {
  expect(read(search)).toEqual(read(''))
})

it('writes what it reads, in one order', () => {
  const search = 'grouping=grouped&month=2026-11&show=followed&view=agenda'
  expect(calendarPath('fr', read(search))).toBe(`/fr/calendar?${search}`)
})

it('changes one thing and keeps the rest', () => {
  const address = read('grouping=grouped&month=2026-11')
  expect(calendarPath('en', address, { month: '2026-12' })).toBe(
    '/calendar?grouping=grouped&month=2026-12',
  )
  expect(calendarPath('en', address, { month: undefined, isGrouped: false })).toBe('/calendar')
})

it('keeps the day of a week, which says the month too', () => {
  expect(read('view=week&day=2026-12-31&month=2026-01')).toMatchObject({
    view: 'week',
    day: '2026-12-31',
    month: '2026-12',
  })
  const week = read('view=week&day=2026-12-31')
  expect(calendarPath('en', week)).toBe('/calendar?day=2026-12-31&view=week')
  expect(calendarPath('en', week, { view: 'month', day: undefined })).toBe(
    '/calendar?month=2026-12&view=month',
  )
})

it.each(['2026-02-30', '2026-13-01', '1999-12-31', '2026-1-1', 'today'])(
  'takes the day %s as left out',
  (day) => {
    expect(read(`view=week&day=${day}`)).toEqual(read('view=week'))
  },
)

it('takes the filters of the list of events, each value once and in one order', () => {
  const address = read('language=fr&language=en&language=fr&platform=youtube&category=speedrun')
  expect(address).toMatchObject({
    language: ['en', 'fr'],
    platform: ['youtube'],
    category: ['speedrun'],
  })
  expect(calendarPath('en', address)).toBe(
    '/calendar?category=speedrun&language=en&language=fr&platform=youtube',
  )
  expect(countCalendarFilters(address)).toBe(4)
})

it('knows every value that the list of events takes', () => {
  const { language, platform, category } = CalendarFilters.entries
  const kinds = { language: ContentLanguage, platform: Platform, category: Category }
  for (const [name, { options }] of Object.entries(kinds)) {
    const known = calendarFilterValues[name as keyof typeof calendarFilterValues]
    expect([...known].toSorted()).toEqual([...options].toSorted())
  }
  expect(v.safeParse(CalendarFilters, calendarFilterValues).success).toBe(true)
  expect([language, platform, category]).toEqual([
    AgendaQuery.entries.language,
    AgendaQuery.entries.platform,
    AgendaQuery.entries.category,
  ])
})
