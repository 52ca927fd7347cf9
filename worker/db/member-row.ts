import { sql } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Columns } from './row.ts'
import { users } from './schema/accounts.ts'
import { prepare, selectFirst, type Params } from './statement.ts'

/** The row of a member; `columns` may read other rows by `users`. */
export function prepareMemberRow<const Of extends Columns>(columns: Of) {
  return prepare(({ userId }: Params<{ userId: UserId }>) =>
    selectFirst(columns, sql`from ${users} where ${users.id} = ${userId}`),
  )
}
