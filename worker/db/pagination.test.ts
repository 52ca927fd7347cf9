import { sql, type SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, it, test } from 'vitest'
import {
  CursorNumber,
  CursorText,
  defineCursors,
  toCursorPage,
  orderBy,
  buildSeekConditions,
  type SortColumn,
} from './pagination.ts'

const columns: SortColumn[] = [
  { column: sql.raw('follows'), direction: 'desc' },
  { column: sql.raw('audience'), direction: 'desc', isNullable: true },
  { column: sql.raw('id'), direction: 'asc' },
]

function written(query: SQL): string {
  const { sql: text, params } = new SQLiteSyncDialect().sqlToQuery(query)
  return params.reduce<string>((all, value) => all.replace('?', String(value)), text)
}

const ctx = { locale: 'en' } as const
const byName = defineCursors('things.name', [CursorText, CursorNumber])

describe('a cursor', () => {
  test('brings back the keys it was made of, whatever letters they have', () => {
    const cursor = byName.after(['Pokémon 原神 ✨', 42])
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(byName.keysOf(ctx, cursor)).toEqual(['Pokémon 原神 ✨', 42])
  })

  test('that is missing is the first page', () => {
    expect(byName.keysOf(ctx, undefined)).toBeUndefined()
  })

  test('of the longest name fits into an address', () => {
    expect(byName.after(['名'.repeat(120), 8_000_000_000_000]).length).toBeLessThanOrEqual(1000)
  })

  const byHype = defineCursors('things.hype', [CursorText, CursorNumber])
  const shorter = defineCursors('things.name', [CursorText])
  const longer = defineCursors('things.name', [CursorText, CursorNumber, CursorNumber])
  const turned = defineCursors('things.name', [CursorNumber, CursorText])
  test.each([
    ['no cursor', ''],
    ['a letter', 'x'],
    ['signs', '%%%'],
    ['no list', btoa('7')],
    ['a list without an order', btoa('["a",7]')],
    ['another order with the same keys', byHype.after(['a', 7])],
    ['fewer keys', shorter.after(['a'])],
    ['more keys', longer.after(['a', 1, 2])],
    ['keys of other kinds', turned.after([7, 'a'])],
    ['a number that cannot be', byName.after(['a', -1])],
  ])('is refused when it is %s', (_, cursor) => {
    expect(() => byName.keysOf(ctx, cursor)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

test('a page has a next one only when a row was found beyond it', () => {
  const shown = { toItem: (row: number) => row * 10, cursorAfter: (row: number) => `after ${row}` }
  expect(toCursorPage([1, 2, 3], 2, shown)).toEqual({ items: [10, 20], next_cursor: 'after 2' })
  expect(toCursorPage([1, 2], 2, shown)).toEqual({ items: [10, 20], next_cursor: null })
  expect(toCursorPage([], 2, shown)).toEqual({ items: [], next_cursor: null })
})

describe('what follows a row', () => {
  it('begins with everything', () => {
    expect(buildSeekConditions(columns, undefined).map(written)).toEqual(['true'])
    expect(written(orderBy(columns))).toBe('follows desc, audience desc, id asc')
  })

  it('goes on in the order of the list: the same keys first, then the next ones', () => {
    expect(buildSeekConditions(columns, [3, 500, 7]).map(written)).toEqual([
      'follows = 3 and audience = 500 and id > 7',
      'follows = 3 and audience < 500',
      'follows = 3 and audience is null',
      'follows < 3',
    ])
  })

  it('finds nothing after null but the rows beside it and the next keys', () => {
    expect(buildSeekConditions(columns, [3, null, 7]).map(written)).toEqual([
      'follows = 3 and audience is null and id > 7',
      'follows < 3',
    ])
  })
})
