import { expect, test } from 'vitest'
import { boardDayText, chooseBoard, hasMoreTonight } from './night.ts'

function boardAt(now: string, tag: string, count = 1) {
  const reader = { tag, timeZone: 'Europe/Paris', now: Date.parse(now) }
  const rows = Array.from({ length: count }, (_, rank) => ({
    ...{ rank, start: reader.now, isAllDay: false },
  }))
  const board = chooseBoard(rows, reader, 5)
  return { board, day: boardDayText(board, reader) }
}

test.each([
  ['en-US', 'November 28', 'Nov 28–29', 'Nov 30 – Dec 1'],
  ['fr-FR', '28 novembre', '28–29 nov.', '30 nov. – 1er déc.'],
  ['es-ES', '28 de noviembre', '28–29 nov', '30 nov – 1 dic'],
])('a night names both of its days after midnight, in %s', (tag, evening, night, ofMonths) => {
  expect(boardAt('2026-11-28T22:00+01:00', tag).day).toBe(evening)
  expect(boardAt('2026-11-29T03:00+01:00', tag).day).toBe(night)
  expect(boardAt('2026-12-01T00:00+01:00', tag).day).toBe(ofMonths)
})

test.each([
  [1, 1, false],
  [4, 4, false],
  [4, 6, true],
  // A narrow screen shows four rows.
  [5, 5, true],
])('a board of %i rows leads to a list of %i: %s', (rows, all, isLed) => {
  const { board } = boardAt('2026-11-28T22:00+01:00', 'en-US', rows)
  expect(hasMoreTonight(board, all)).toBe(isLed)
})
