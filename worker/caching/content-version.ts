import { sql } from 'drizzle-orm'
import { contentVersion } from '#worker/db/schema/operations.ts'
import { prepare, selectFirst } from '#worker/db/statement.ts'

export type ContentVersion = { version: string }

export const selectContentVersion = prepare(() =>
  selectFirst({ version: contentVersion.version }, sql`from ${contentVersion}`),
)

export type SeenVersions = Set<string>
