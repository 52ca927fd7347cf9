import { type Table, getTableName } from 'drizzle-orm'
import { type Triggers, ddl } from '#worker/db/schema/trigger-sql.ts'
import { countTriggers } from './counts.ts'
import { gamificationTriggers } from './gamification.ts'
import { lateDeliveryTriggers } from './late-deliveries.ts'
import { notificationTriggers } from './notifications.ts'
import { optOutTriggers } from './opt-outs.ts'
import { peopleTriggers } from './people.ts'
import { pictureTriggers } from './pictures.ts'
import { searchTriggers } from './search.ts'
import { withdrawalTriggers } from './withdrawals.ts'
import { contentVersion } from '#worker/db/schema/operations.ts'
import { findVersionedContent } from '#worker/db/schema/versioned.ts'

const changeVersion = ddl`BEGIN UPDATE ${contentVersion} SET ${contentVersion.version} = hex(randomblob(8)); END`

function createVersionTriggers(table: Table): Triggers {
  const content = findVersionedContent(table)
  if (!content) return {}
  const { columns, areInsertsHidden, condition: isShown, isChangedToo } = content
  const names = columns.map((column) => ddl`${column}`)
  const values = (row: string) => `(${names.map((name) => `${row}.${name}`).join(', ')})`
  const differs = `${values('old')} IS NOT ${values('new')}`
  const isChanged = isChangedToo ? `(${differs}\n  OR ${isChangedToo})` : differs
  const watched = isChangedToo ? '' : `OF ${names.join(', ')} `
  const prefix = `content_version_${getTableName(table)}`
  const when = (row: 'old' | 'new') => (isShown ? `WHEN ${isShown(row)} ` : '')
  const wasOrIsShown = isShown ? `\n  AND (${isShown('old')} OR ${isShown('new')})` : ''
  const insert = ddl`AFTER INSERT ON ${table} ${when('new')}${changeVersion}`
  return {
    ...(areInsertsHidden ? {} : { [`${prefix}_insert`]: insert }),
    [`${prefix}_update`]: ddl`AFTER UPDATE ${watched}ON ${table} WHEN ${isChanged}${wasOrIsShown} ${changeVersion}`,
    [`${prefix}_delete`]: ddl`AFTER DELETE ON ${table} ${when('old')}${changeVersion}`,
  }
}

export function declareTriggers(tables: Table[]): Triggers {
  return {
    ...countTriggers,
    ...gamificationTriggers,
    ...lateDeliveryTriggers,
    ...notificationTriggers,
    ...optOutTriggers,
    ...peopleTriggers,
    ...pictureTriggers,
    ...searchTriggers,
    ...withdrawalTriggers,
    ...Object.fromEntries(tables.flatMap((table) => Object.entries(createVersionTriggers(table)))),
  }
}
