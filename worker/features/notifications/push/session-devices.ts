import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'

/**
 * What becomes of the devices of sessions that others end. A session that is revoked takes its
 * devices along by a trigger; one that only ran out does not.
 */

/** Whoever signs in over a session of their own goes on being pushed to: the devices get the new one. */
export function keepDevices(
  { db }: Ctx,
  userId: UserId,
  { former, session }: { former: SQL; session: SQL },
): Statement {
  return rows(
    db,
    sql`update push_subscriptions set session_id = ${session}
      where user_id = ${userId} and session_id = ${former}`,
  )
}

/** Devices whose session ran out so long ago that it is forgotten end with a person's other sessions. */
export function endLostDevices({ db }: Ctx, userId: UserId, when = sql`true`): Statement {
  return rows(
    db,
    sql`delete from push_subscriptions
      where user_id = ${userId} and session_id is null and ${when}`,
  )
}
