import { declareTriggers } from '#worker/db/triggers/triggers.ts'
import { schemaTables } from './schema-tables.ts'

function normalize(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').replace(/ ?([(),;]) ?/g, '$1')
  return line.replace(/\b(NEW|OLD)\./g, (row) => row.toLowerCase())
}

/** The statements after which a database has the declared triggers and no others. */
export async function listTriggerChanges(
  query: (sql: string) => Promise<{ name: string; sql: string }[]>,
): Promise<string[]> {
  const stored = await query(`select name, sql from sqlite_master where type = 'trigger'`)
  const declared = new Map(
    Object.entries(declareTriggers(schemaTables)).map(([name, text]) => [
      name,
      `CREATE TRIGGER \`${name}\` ${text}`,
    ]),
  )
  const stale = stored.filter(
    ({ name, sql }) => normalize(sql) !== normalize(declared.get(name) ?? ''),
  )
  const current = new Set(
    stored.filter((trigger) => !stale.includes(trigger)).map(({ name }) => name),
  )
  const missing = [...declared].filter(([name]) => !current.has(name))
  return [
    ...stale.map(({ name }) => `DROP TRIGGER \`${name}\`;`),
    ...missing.map(([, sql]) => `${sql};`),
  ]
}
