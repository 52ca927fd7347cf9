import { writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { printTransitions } from '#tests/support/tables/transition-table.ts'

/** Run it after the table changes; a test compares the page with it. */
writeFileSync('docs/moderation.md', await format(printTransitions(), { parser: 'markdown' }))
