import { writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { printAchievements } from '#tests/support/tables/achievement-table.ts'
import { lists, printSql } from '#tests/support/tables/list-sql.ts'
import { printTransitions } from '#tests/support/tables/transition-table.ts'
import { printDatabase } from './database-page.ts'

async function write(page: string, markdown: string): Promise<void> {
  writeFileSync(`docs/${page}.md`, await format(markdown, { parser: 'markdown' }))
}

/** Run it after one of their sources changes; tests compare the pages with them. */
await write('achievements', printAchievements())
await write('database', printDatabase())
await write('moderation', printTransitions())
for (const list of Object.keys(lists)) writeFileSync(`docs/sql/${list}.sql`, await printSql(list))
