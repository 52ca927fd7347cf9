import type { Table } from 'drizzle-orm'
import type { Triggers } from '#worker/db/schema/trigger-sql.ts'
import { createVersionTriggers } from './content-version.ts'
import { countTriggers } from './counts.ts'
import { gamificationTriggers } from './gamification.ts'
import { notificationTriggers } from './notifications.ts'
import { peopleTriggers } from './people.ts'
import { pictureTriggers } from './pictures.ts'
import { searchTriggers } from './search.ts'

export function declareTriggers(tables: Table[]): Triggers {
  return {
    ...countTriggers,
    ...gamificationTriggers,
    ...notificationTriggers,
    ...peopleTriggers,
    ...pictureTriggers,
    ...searchTriggers,
    ...Object.fromEntries(tables.flatMap((table) => Object.entries(createVersionTriggers(table)))),
  }
}
