import { expect, test } from 'vitest'
import { endOfDay, toLocalDateTime, toLocalMoment, startOfDay } from './local-time.ts'

const paris = 'Europe/Paris'

test('an ordinary hour is one moment', () => {
  expect(toLocalMoment('2026-12-04', '19:00', paris)).toEqual({
    kind: 'once',
    at: Date.parse('2026-12-04T18:00:00Z'),
  })
  expect(toLocalMoment('2026-12-04', '19:00', 'Asia/Kathmandu')).toEqual({
    kind: 'once',
    at: Date.parse('2026-12-04T13:15:00Z'),
  })
})

test('the hour skipped in spring does not exist', () => {
  expect(toLocalMoment('2027-03-28', '02:30', paris)).toEqual({ kind: 'skipped' })
  expect(toLocalMoment('2027-03-28', '03:00', paris)).toMatchObject({ kind: 'once' })
  expect(toLocalMoment('2027-03-28', '02:30', 'UTC')).toMatchObject({ kind: 'once' })
})

test('the hour doubled in autumn is taken the first time round', () => {
  expect(toLocalMoment('2027-10-31', '02:30', paris)).toEqual({
    kind: 'doubled',
    at: Date.parse('2027-10-31T00:30:00Z'),
  })
})

test('an unfinished or impossible entry is missing', () => {
  expect(toLocalMoment('', '19:00', paris)).toEqual({ kind: 'missing' })
  expect(toLocalMoment('2026-12-04', '', paris)).toEqual({ kind: 'missing' })
  expect(toLocalMoment('2026-12-04', '19:00', 'Nowhere/Land')).toEqual({ kind: 'missing' })
  expect(toLocalMoment('2026-02-31', '19:00', paris)).toEqual({ kind: 'missing' })
})

test('a day runs from its first to its last moment, however long it is', () => {
  expect(startOfDay('2027-03-28', paris)).toEqual({
    kind: 'once',
    at: Date.parse('2027-03-27T23:00:00Z'),
  })
  expect(endOfDay('2027-03-28', paris)).toEqual({
    kind: 'once',
    at: Date.parse('2027-03-28T22:00:00Z'),
  })
})

test('a moment reads back as the date and hour typed', () => {
  expect(toLocalDateTime(Date.parse('2026-12-04T18:00:00Z'), paris)).toEqual({
    date: '2026-12-04',
    time: '19:00',
  })
})
