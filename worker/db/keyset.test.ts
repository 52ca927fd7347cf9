import { sql, type SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { orderBy, rangesAfter, type SortColumn } from './keyset.ts'

const columns: SortColumn[] = [
  { column: sql.raw('follows'), direction: 'desc' },
  { column: sql.raw('audience'), direction: 'desc', isNullable: true },
  { column: sql.raw('id'), direction: 'asc' },
]

function written(query: SQL): string {
  const { sql: text, params } = new SQLiteSyncDialect().sqlToQuery(query)
  return params.reduce<string>((all, value) => all.replace('?', String(value)), text)
}

it('begins with everything', () => {
  expect(rangesAfter(columns, undefined).map(written)).toEqual(['true'])
  expect(written(orderBy(columns))).toBe('follows desc, audience desc, id asc')
})

it('goes on in the order of the list: the same keys first, then the next ones', () => {
  expect(rangesAfter(columns, [3, 500, 7]).map(written)).toEqual([
    'follows = 3 and audience = 500 and id > 7',
    'follows = 3 and audience < 500',
    'follows = 3 and audience is null',
    'follows < 3',
  ])
})

it('finds nothing after null but the rows beside it and the next keys', () => {
  expect(rangesAfter(columns, [3, null, 7]).map(written)).toEqual([
    'follows = 3 and audience is null and id > 7',
    'follows < 3',
  ])
})
