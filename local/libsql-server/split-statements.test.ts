import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { splitStatements } from './split-statements.ts'

const texts = (sql: string) => splitStatements(sql).map((statement) => statement.sql)

describe('splitStatements', () => {
  test('cuts at semicolons and drops empty statements', () => {
    expect(texts(';; SELECT 1 ;;\n SELECT 2; ')).toEqual(['SELECT 1', 'SELECT 2'])
  })

  test('finds nothing in white space and comments', () => {
    expect(texts(' \n-- SELECT 1;\n/* SELECT 2; */ ; /* open')).toEqual([])
  })

  test.each([
    ["SELECT 'a;''b;'"],
    ['SELECT "a;""b;"'],
    ['SELECT `a;``b;`'],
    ['SELECT [a;b] FROM t'],
    ['SELECT 1 -- ; no end\n + 2'],
    ['SELECT 1 /* ; no end */ + 2'],
    ["SELECT 'never closed; SELECT 2"],
  ])('sees no end inside %s', (sql) => {
    expect(texts(sql)).toEqual([sql])
  })

  test('keeps a trigger whole, whatever its body holds', () => {
    const trigger = `CREATE TEMP TRIGGER IF NOT EXISTS tr AFTER INSERT ON t BEGIN
      UPDATE t SET a = CASE WHEN a > 1 THEN 'end;' ELSE 2 END;
      SELECT 1; /* ; */ END`
    expect(texts(`${trigger} ; SELECT 1`)).toEqual([trigger, 'SELECT 1'])
    expect(texts(`EXPLAIN QUERY PLAN ${trigger}; BEGIN; COMMIT`)).toHaveLength(3)
  })

  test('does not take BEGIN for the start of a body elsewhere', () => {
    expect(texts('BEGIN; INSERT INTO t VALUES (1); END')).toHaveLength(3)
  })

  test('tells the verb behind WITH and EXPLAIN', () => {
    const verbs = splitStatements(`
      with x(a) as (select 1) insert into t select a from x;
      EXPLAIN SELECT 1; select 2; WITH y AS (DELETE) SELECT 3`)
    expect(verbs.map(({ verb, isExplain }) => [verb, isExplain])).toEqual([
      ['INSERT', false],
      ['SELECT', true],
      ['SELECT', false],
      ['SELECT', false],
    ])
  })

  test.each([
    ['SELECT ?, ?', [null, null]],
    ['SELECT ?2, ?, ?3', [null, '?2', '?3']],
    ['SELECT ?3, ?1', ['?1', null, '?3']],
    ['SELECT :b, :a, ?1, :b', [':b', ':a']],
    ['SELECT @a, $a, :a', ['@a', '$a', ':a']],
    ["SELECT ':a', \"?\", [?], x'00', 1.5e3, a.b -- :c", []],
    ['SELECT $a::b(c), :é', ['$a::b(c)', ':é']],
    ['SELECT ?0, ?99999999', []],
  ])('numbers the parameters of %s', (sql, parameters) => {
    expect(splitStatements(sql)[0]?.parameters).toEqual(parameters)
  })

  test('takes any text to its end, and splits its own pieces no further', () => {
    const fragment = fc.constantFrom(
      ...';\'"`[]()-/*?:@$ ',
      'a',
      '\n',
      '--',
      'END',
      'CREATE TRIGGER ',
    )
    fc.assert(
      fc.property(fc.string({ unit: fragment }), (sql) => {
        for (const piece of texts(sql)) expect(texts(piece)).toEqual([piece])
      }),
    )
  })
})
