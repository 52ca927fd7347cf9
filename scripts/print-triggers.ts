import { startTemporaryDatabase } from '#tests/support/fixtures/temporary-database.ts'
import { listTriggerChanges } from './trigger-changes.ts'

/** Prints the end of a migration: `npx drizzle-kit generate --custom --name <change>` makes its file. */
const database = await startTemporaryDatabase()
const changes = await listTriggerChanges(database.query)
console.log(changes.join('\n--> statement-breakpoint\n'))
await database.remove()
