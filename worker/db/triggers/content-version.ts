import { getTableName, type Table } from 'drizzle-orm'
import { contentVersion } from '#worker/db/schema/operations.ts'
import { ddl } from '#worker/db/schema/trigger-sql.ts'
import { versionedContent } from '#worker/db/schema/versioned.ts'
import { createTrigger, type Trigger } from './trigger.ts'

const statements = ddl`UPDATE ${contentVersion} SET ${contentVersion.version} = hex(randomblob(8));`

/** They change the version where a row is shown, before or after, and a column has another value. */
export function createVersionTriggers(table: Table): Trigger[] {
  const content = versionedContent(table)
  if (!content) return []
  const { columns, areInsertsHidden, condition: isShown, isChangedToo } = content
  const names = columns.map((column) => ddl`${column}`)
  const values = (row: string) => `(${names.map((name) => `${row}.${name}`).join(', ')})`
  const differs = `${values('old')} IS NOT ${values('new')}`
  const isChanged = isChangedToo ? `(${differs}\n  OR ${isChangedToo})` : differs
  const acts = [
    { act: 'insert', at: 'INSERT', when: isShown?.('new') },
    {
      act: 'update',
      at: isChangedToo ? 'UPDATE' : `UPDATE OF ${names.join(', ')}`,
      when: isShown ? `${isChanged}\n  AND (${isShown('old')} OR ${isShown('new')})` : isChanged,
    },
    { act: 'delete', at: 'DELETE', when: isShown?.('old') },
  ]
  return (areInsertsHidden ? acts.slice(1) : acts).map(({ act, at, when }) => {
    const name = `content_version_${getTableName(table)}_${act}`
    return createTrigger({ name, on: table, at: `AFTER ${at}`, when, statements })
  })
}
