import { expect, it } from 'vitest'
import { calendarPath, readAddress } from './address.ts'

function read(search: string) {
  return readAddress(new URLSearchParams(search))
}

it('leaves open what the address does not say', () => {
  expect(read('')).toEqual({
    month: undefined,
    view: undefined,
    isGrouped: false,
    isFollowed: false,
  })
})

it.each([
  'month=2026-13',
  'month=1999-12',
  'month=2026-1',
  'month=november',
  'view=week',
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
