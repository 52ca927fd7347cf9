import { sql } from 'drizzle-orm'
import { hasOneOf } from '#worker/db/conditions.ts'
import { events } from '#worker/db/schema/events.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import {
  deliveries,
  digestItems,
  notificationChannels,
  pushSubscriptions,
} from '#worker/db/schema/notifications.ts'
import { ownReminders } from '#worker/db/schema/reminders.ts'
import { CampaignMailKind } from '#worker/features/notifications/kinds.ts'
import { pickColumns, createExportPart } from './export-part.ts'

export const notificationExportParts = {
  notifications: createExportPart(
    {
      ...pickColumns(deliveries, 'channel', 'kind', 'eventId', 'status'),
      // Half of a mailed secret stands in a payload.
      payload_json: sql`json_remove(${deliveries.payload}, '$.token_id')`,
      subject: sql`(select ${campaigns.texts} ->> ('$.' || (${deliveries.payload} ->> 'language')
          || '.subject') from ${campaigns}
        where ${hasOneOf(deliveries.kind, CampaignMailKind.options)}
          and ${campaigns.id} = ${deliveries.payload} ->> 'campaign')`,
      ...pickColumns(deliveries, 'attempts', 'nextAt', 'deadlineAt', 'sentAt', 'readAt', 'reason'),
      ...pickColumns(deliveries, 'error', 'createdAt', 'dueAt', 'handedAt'),
    },
    (userId) => sql`from ${deliveries} where ${deliveries.userId} = ${userId}
      and ${deliveries.kind} <> 'change_email' order by ${deliveries.id}`,
  ),
  notification_switches: createExportPart(
    pickColumns(notificationChannels, 'kind', 'channel', 'isEnabled'),
    (userId) => sql`from ${notificationChannels} where ${notificationChannels.userId} = ${userId}
      order by ${notificationChannels.kind}, ${notificationChannels.channel}`,
  ),
  own_reminders: createExportPart(
    pickColumns(ownReminders, 'eventId', 'mark', 'createdAt'),
    (userId) => sql`from ${ownReminders} where ${ownReminders.userId} = ${userId}
      order by ${ownReminders.eventId}, ${ownReminders.slot}`,
  ),
  digest_items: createExportPart(
    {
      ...pickColumns(digestItems, 'eventId'),
      ...pickColumns(events, 'slug', 'name'),
      ...pickColumns(digestItems, 'toldAt', 'createdAt'),
    },
    (userId) => sql`from ${digestItems} join ${events} on ${events.id} = ${digestItems.eventId}
      where ${digestItems.userId} = ${userId} order by ${digestItems.createdAt}`,
  ),
  // The rest of the address, and the keys, would let others send.
  push_subscriptions: createExportPart(
    {
      service: sql`substr(${pushSubscriptions.endpoint}, 1,
        8 + instr(substr(${pushSubscriptions.endpoint}, 9) || '/', '/') - 1)`,
      ...pickColumns(pushSubscriptions, 'userAgent', 'createdAt', 'lastUsedAt'),
    },
    (userId) => sql`from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${userId}
      order by ${pushSubscriptions.createdAt}`,
  ),
}
