import { sql } from 'drizzle-orm'
import { contentVersion } from '#worker/db/schema/operations.ts'
import { first, prepare, select } from '#worker/db/statement.ts'

export type ContentVersion = { version: string }

/** Read in the transaction of the content, or to check whether a cached response is current. */
export const selectContentVersion = prepare(() =>
  first(select({ version: contentVersion.version }, sql`from ${contentVersion}`)),
)

/** The versions of the content that the reads of one request saw. */
export type SeenVersions = Set<string>
