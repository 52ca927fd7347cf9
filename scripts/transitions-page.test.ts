import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { printTransitions } from '#tests/support/tables/transition-table.ts'

test('docs/moderation.md says what the table of transitions says', async () => {
  const page = readFileSync('docs/moderation.md', 'utf8')
  expect(page, 'print it anew with `node scripts/print-docs.ts`').toBe(
    await format(printTransitions(), { parser: 'markdown' }),
  )
})
