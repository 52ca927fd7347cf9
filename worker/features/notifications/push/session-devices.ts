import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { remove, update } from '#worker/db/writes.ts'

/**
 * A revoked session takes its devices along by a trigger; one that ran out does not, since a member
 * who hyped an event months ahead still expects the reminder.
 */

/** A member who signs in over a session of their own keeps getting pushes. */
export function moveDevicesToSession(
  _ctx: Ctx,
  userId: UserId,
  { former, session }: { former: SQL; session: SQL },
): Statement {
  return update(
    pushSubscriptions,
    // Both yield the ids of sessions.
    { sessionId: session as SQL<SessionId> },
    {
      where: sql`${pushSubscriptions.userId} = ${userId} and ${pushSubscriptions.sessionId} = ${former}`,
    },
  )
}

/** Devices whose session ran out so long ago that it is forgotten end with the other sessions. */
export function deleteSessionlessDevices(_ctx: Ctx, userId: UserId, when = sql`true`): Statement {
  return remove(pushSubscriptions, {
    where: sql`${pushSubscriptions.userId} = ${userId} and ${pushSubscriptions.sessionId} is null
      and ${when}`,
  })
}
