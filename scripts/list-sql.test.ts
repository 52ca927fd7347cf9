import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toSqlLines } from '#tests/support/parsers/sql-lines.ts'
import { lists, printSql } from '#tests/support/tables/list-sql.ts'

test.each(Object.keys(lists))('docs/sql/%s.sql has the SQL of the list', async (list) => {
  const page = readFileSync(`docs/sql/${list}.sql`, 'utf8')
  const hint = 'print it anew with `node scripts/print-docs.ts`, and read the difference'
  expect(page, hint).toBe(await printSql(list))
})

test('docs/sql has the SQL of these lists only', () => {
  expect(readdirSync('docs/sql').toSorted()).toEqual(
    Object.keys(lists)
      .map((list) => `${list}.sql`)
      .toSorted(),
  )
})

test('a changed condition of a statement changes one line', () => {
  const linesOf = (condition: string) =>
    toSqlLines(
      `with own as (select id from events where status = 'a (b), and c' and likely(name = 'd')
        and ${condition} and end_at between ?1 and ?2)
        select name from own left join games on games.id = own.game_id
        where exists (select 1 from hypes) order by name`,
    ).split('\n')
  expect(linesOf('start_at > ?3')).toEqual([
    'with own as (',
    '  select id',
    '  from events',
    "  where status = 'a (b), and c'",
    "    and likely(name = 'd')",
    '    and start_at > ?3',
    '    and end_at between ?1 and ?2',
    ')',
    'select name',
    'from own',
    'left join games on games.id = own.game_id',
    'where exists (select 1 from hypes)',
    'order by name',
  ])
  const before = linesOf('start_at > ?3')
  expect(linesOf('start_at >= ?3').filter((line) => !before.includes(line))).toEqual([
    '    and start_at >= ?3',
  ])
})
