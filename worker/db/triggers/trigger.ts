import { getTableName, type Table } from 'drizzle-orm'
import { ddl } from '#worker/db/schema/trigger-sql.ts'

export type Trigger = { name: string; table: string; sql: string }

type TriggerParts = {
  name: string
  on: Table
  /** Such as `AFTER INSERT`. */
  at: string
  when?: string | undefined
  statements: string
}

export function createTrigger({ name, on, at, when, statements }: TriggerParts): Trigger {
  const condition = when ? `\nWHEN ${when}` : ''
  const sql = ddl`CREATE TRIGGER \`${name}\` ${at} ON ${on}${condition}\nBEGIN\n  ${statements}\nEND`
  return { name, table: getTableName(on), sql }
}
