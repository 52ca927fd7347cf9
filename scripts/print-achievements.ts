import { writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { printAchievements } from '#tests/support/tables/achievement-table.ts'

/** Run after the catalogue of achievements changed; a test holds the page against it. */
writeFileSync('docs/achievements.md', await format(printAchievements(), { parser: 'markdown' }))
