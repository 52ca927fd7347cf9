import { sql } from 'drizzle-orm'
import { contentVersion } from '#worker/db/schema/operations.ts'
import { first, prepare, select } from '#worker/db/statement.ts'

export type ContentVersion = { version: string }

export const selectContentVersion = prepare(() =>
  first(select({ version: contentVersion.version }, sql`from ${contentVersion}`)),
)

export type SeenVersions = Set<string>
