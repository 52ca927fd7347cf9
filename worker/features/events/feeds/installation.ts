import { sql } from 'drizzle-orm'
import { installation } from '#worker/db/schema/operations.ts'
import { mapResult, prepare, select } from '#worker/db/statement.ts'

export const selectInstallationId = prepare(() =>
  mapResult(select({ identifier: installation.identifier }, sql`from ${installation}`), ([row]) => {
    if (!row) throw new Error('the database has no identifier')
    return row.identifier
  }),
)
