import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromColumns, toColumns } from './columns.ts'

it('gives back the rows that were written, through JSON', () => {
  const cup = { slug: 'biscuit-cup-league-night' }
  const rows = [
    { id: 1, name: 'One', group: null, isLate: false },
    { id: 2, name: '', group: cup, isLate: true },
    { id: 3, name: 'Three', group: cup, isLate: false },
    { id: 4, name: 'Four', group: null, isLate: false },
  ]
  const written = JSON.stringify(toColumns(rows))
  expect(fromColumns(JSON.parse(written))).toEqual(rows)
  expect([
    written.split('"name"').length,
    written.split('"biscuit-cup-league-night"').length,
  ]).toEqual([2, 2])
})

it('writes a value that all rows share once', () => {
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, isLate: false, group: null }))
  const written = JSON.stringify(toColumns(rows))
  expect(written).toContain('"isLate":{"values":[false],"at":8}')
  expect(fromColumns(JSON.parse(written))).toEqual(rows)
})

it('writes once what texts begin with', () => {
  const rows = ['a', 'b', '', 'a', 'b'].map((end, id) => ({ id, path: `drawn/posters/${end}` }))
  const written = JSON.stringify(toColumns(rows))
  expect(written.split('drawn/posters/').length).toBe(2)
  expect(fromColumns(JSON.parse(written))).toEqual(rows)
})

it('writes dates at the end of addresses apart, and instants in steps', () => {
  const rows = [1, 2, 3, 4, 5, 6].map((week) => ({
    slug: `biscuit-cup-${week % 2 ? 'league-night' : 'final'}-2026-11-0${Math.ceil(week / 2)}`,
    startAt: 1_795_334_400_000 + week * 900_000,
  }))
  const written = JSON.stringify(toColumns(rows))
  expect([written.split('league-night').length, written.split('2026-11-0').length]).toEqual([2, 2])
  expect(written).toContain('"startAt":{"from":1795335300000,"step":900000,"counts":[0,1,2,3,4,5]}')
  expect(fromColumns(JSON.parse(written))).toEqual(rows)
})

it('gives back any rows', () => {
  const value = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null))
  const rowsOf = fc.array(
    fc.record({
      a: value,
      b: fc.string({ unit: fc.constantFrom('x', 'y') }),
      c: fc.string({ unit: fc.constantFrom('x', '-2026-', '1', '\n'), maxLength: 4 }),
      d: fc.maxSafeInteger(),
    }),
  )
  fc.assert(
    fc.property(rowsOf, (rows) => {
      expect(fromColumns(JSON.parse(JSON.stringify(toColumns(rows))))).toEqual(rows)
    }),
  )
})

it('gives back no rows for none', () => {
  expect(fromColumns(toColumns([]))).toEqual([])
})
