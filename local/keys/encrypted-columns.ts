import { reports } from '#worker/db/schema/reports.ts'
import type { Column } from 'drizzle-orm'
import { users } from '#worker/db/schema/accounts.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { platformStates } from '#worker/db/schema/live.ts'
import { pushSubscriptions } from '#worker/db/schema/notifications.ts'

/** Every column whose values `encrypt` made. */
export const encryptedColumns: readonly Column[] = [
  users.discordWebhook,
  reports.sealedEmail,
  calendarFeeds.token,
  scheduleSources.encryptedUrl,
  pushSubscriptions.auth,
  platformStates.encryptedToken,
]
