import { writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { printTransitions } from '#tests/support/tables/transition-table.ts'

/** Run after the table of transitions changed; a test holds the page against it. */
writeFileSync('docs/moderation.md', await format(printTransitions(), { parser: 'markdown' }))
