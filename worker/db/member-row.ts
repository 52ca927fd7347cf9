import { sql } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import { users } from './schema/accounts.ts'
import { first, prepare, select, type Params } from './statement.ts'

/** The row of a member; `columns` may read other rows by `users`. */
export function prepareMemberRow<const Of extends Parameters<typeof select>[0]>(columns: Of) {
  return prepare(({ userId }: Params<{ userId: UserId }>) =>
    first(select(columns, sql`from ${users} where ${users.id} = ${userId}`)),
  )
}
