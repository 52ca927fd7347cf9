import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { printAchievements } from '#tests/support/tables/achievement-table.ts'
import { printTransitions } from '#tests/support/tables/transition-table.ts'
import { printDatabase } from './database-page.ts'

test.each([
  ['achievements', printAchievements],
  ['database', printDatabase],
  ['moderation', printTransitions],
])(
  'docs/%s.md says what the code says',
  async (page, print) => {
    const text = readFileSync(`docs/${page}.md`, 'utf8')
    expect(text, 'print it anew with `node scripts/print-docs.ts`').toBe(
      await format(print(), { parser: 'markdown' }),
    )
  },
  30_000,
)
