import { createVersionTriggers } from '#worker/db/triggers/content-version.ts'
import { schemaTables } from './schema-tables.ts'

const normalize = (sql: string) => sql.replace(/\s+/g, ' ')

/** The statements after which a database has the declared triggers and no others. */
export async function listTriggerChanges(
  query: (sql: string) => Promise<{ name: string; sql: string }[]>,
): Promise<string[]> {
  const stored = await query(`select name, sql from sqlite_master
    where type = 'trigger' and name like 'content_version_%'`)
  const declared = schemaTables.flatMap(createVersionTriggers)
  const texts = new Map(declared.map(({ name, sql }) => [name, sql]))
  const isCurrent = new Set<string>()
  const drops = stored.flatMap(({ name, sql }) => {
    if (normalize(sql) !== normalize(texts.get(name) ?? '')) return [`DROP TRIGGER \`${name}\`;`]
    isCurrent.add(name)
    return []
  })
  const missing = declared.filter(({ name }) => !isCurrent.has(name))
  return [...drops, ...missing.map(({ sql }) => `${sql};`)]
}
