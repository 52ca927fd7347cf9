import { expect, it } from 'vitest'
import { fromColumns, toColumns } from './columns.ts'

it('gives back the rows that were written, through JSON', () => {
  const cup = { slug: 'cup' }
  const rows = [
    { id: 1, name: 'One', group: undefined, isLate: false },
    { id: 2, name: '', group: cup, isLate: true },
    { id: 3, name: 'Three', group: cup, isLate: false },
    { id: 4, name: 'Four', group: undefined, isLate: false },
  ]
  const written = JSON.stringify(toColumns(rows))
  expect(fromColumns(JSON.parse(written))).toEqual(rows)
  expect([written.split('"name"').length, written.split('"cup"').length]).toEqual([2, 2])
})

it('writes a value that all rows share once', () => {
  const rows = [1, 2, 3].map((id) => ({ id, isLate: false, group: undefined }))
  const written = JSON.stringify(toColumns(rows))
  expect(written).toContain('"isLate":{"values":[false],"at":3}')
  expect(fromColumns(JSON.parse(written))).toEqual(rows)
})

it('gives back no rows for none', () => {
  expect(fromColumns(toColumns([]))).toEqual([])
})
