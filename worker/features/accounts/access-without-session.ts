import { sql } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { remove } from '#worker/db/writes.ts'

/** Calendar links answer without a session, so they end with the sessions. */
export function revokeCalendarFeeds(userId: UserId, when = sql`true`): Statement {
  return remove(calendarFeeds, { where: sql`${calendarFeeds.userId} = ${userId} and ${when}` })
}

/** Before the address was proved, somebody else could have added imports of theirs. */
export function deleteScheduleSourcesAddedBeforeVerification(
  userId: UserId,
  provedAt: number | null,
  when = sql`true`,
): Statement {
  return remove(scheduleSources, {
    where: sql`${scheduleSources.userId} = ${userId} and ${when}
      and ${scheduleSources.createdAt} < coalesce(${provedAt}, ${scheduleSources.createdAt} + 1)`,
  })
}
