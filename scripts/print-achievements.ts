import { writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { printAchievements } from '#tests/support/tables/achievement-table.ts'

/** Run it after the catalogue changes; a test compares the page with it. */
writeFileSync('docs/achievements.md', await format(printAchievements(), { parser: 'markdown' }))
