import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { printAchievements } from '#tests/support/tables/achievement-table.ts'

test('docs/achievements.md says what the catalogue says', async () => {
  const page = readFileSync('docs/achievements.md', 'utf8')
  expect(page, 'print it anew with `node scripts/print-docs.ts`').toBe(
    await format(printAchievements(), { parser: 'markdown' }),
  )
})
