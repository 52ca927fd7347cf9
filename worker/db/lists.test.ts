import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTemporaryDatabase } from '#tests/support/fixtures/temporary-database.ts'
import { allowGroupFailure, batch } from './client.ts'
import { defineList } from './lists.ts'
import { select } from './statement.ts'

const selectNumbers = defineList({
  skeleton: (ctx: { least: number }, upTo: number[]) => ({ ...ctx, upTo }),
  hydrate: ({ upTo }) =>
    upTo.map((most) =>
      select({ value: sql<number>`value` }, sql`from generate_series(1, ${most})`),
    ),
  rules: (found, { least }) => found.flat().filter(({ value }) => value >= least),
  present: (rows, { upTo }) => ({ values: rows.map(({ value }) => value), upTo }),
})

test('a list goes through its stages within a batch, and fails by itself', async () => {
  const { db, remove } = await startTemporaryDatabase()
  const broken = defineList({
    skeleton: () => undefined,
    hydrate: () => [select({ one: sql<number>`json('no')` }, sql``)],
    rules: (found) => found.flat(),
    present: (rows) => rows,
  })
  const results = await batch(db, 'read', {
    numbers: selectNumbers({ least: 2 }, [2, 3]),
    none: selectNumbers({ least: 2 }, []),
    nested: [allowGroupFailure(selectNumbers({ least: 1 }, [1]))],
    broken: allowGroupFailure(broken({}, undefined)),
  })
  const alone = await batch(db, 'read', selectNumbers({ least: 2 }, [2]))
  await remove()
  expect(results).toEqual({
    numbers: { values: [2, 2, 3], upTo: [2, 3] },
    none: { values: [], upTo: [] },
    nested: [{ values: [1], upTo: [1] }],
    broken: undefined,
  })
  expect(alone.values).toEqual([2])
})
