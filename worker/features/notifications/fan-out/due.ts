import { sql, type SQL } from 'drizzle-orm'
import { reminderWindow, type ReminderHours } from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import type { CampaignId, DeliveryId, EventId, UserId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import {
  deliveries,
  notificationBroadcasts,
  reminderFanouts,
} from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { alias } from '#worker/db/write-sql.ts'
import { deliveryLanes, laneNames, type DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import { countDueSql, startLanes } from '#worker/outbox/lanes.ts'
import { isStillRelevant } from '#worker/features/notifications/rules/kind-rules.ts'
import { isWithinUnreviewedReach } from './recipients.ts'
import type { DueDigest, QueueMessage } from '#worker/queue-messages.ts'
import { splitIntoBatches } from '#worker/integrations/http/batches.ts'

/** A claim or a fan-out that nobody touched for so long was dropped by a crash. */
export const abandonedAfterMs = 5 * 60_000
/** Reminders of the last hour: each minute counts. */
const abandonedLastHourMs = 60_000
const digestsPerRun = 2000
const peoplePerMessage = 50

export type DueNotification =
  | { kind: 'reminder_24' | 'reminder_1'; id: EventId; startAt: number; after: UserId | 0 }
  | { kind: 'broadcasts'; id: EventId; startAt: 0; after: 0 }
  | { kind: 'campaign'; id: CampaignId; startAt: 0; after: 0 }
  /** `id`: how many, as far as that matters. */
  | { kind: DeliveryLane; id: number; startAt: 0; after: 0 }
  | { kind: 'abandoned'; id: DeliveryId; startAt: 0; after: 0 }
  | { kind: 'digest'; id: UserId; startAt: number; after: 0 }

const r = alias(reminderFanouts, 'r')
const f = alias(notificationBroadcasts, 'f')

function selectDueReminders(hours: ReminderHours, now: number): SQL {
  const { fromMs, untilMs } = reminderWindow(hours)
  return sql`select ${`reminder_${hours}`} as kind, ${e.id} as id, ${e.startAt} as startAt,
      coalesce(${r.afterUserId}, 0) as after
    from ${e} left join ${r}
      on ${r.eventId} = ${e.id} and ${r.hours} = ${hours} and ${r.startAt} = ${e.startAt}
    where ${e.status} = 'approved' and ${e.startAt} > ${now + untilMs} and ${e.startAt} <= ${now + fromMs}
      and ${e.cancelledAt} is null and ${e.timeCertainty} = 'exact' and ${e.hypeCount} > 0
      and ${r.doneAt} is null
      and coalesce(${r.touchedAt}, 0) < ${now - (hours === 1 ? abandonedLastHourMs : abandonedAfterMs)}`
}

export function selectDueBroadcasts(now: number, touchedBefore: number, reach: number): SQL {
  return sql`select 'broadcasts', event_id, 0, 0 from (select distinct ${f.eventId} as event_id
    from ${f} indexed by notice_fanouts_waiting join ${e} on ${e.id} = ${f.eventId}
    where ${f.doneAt} is null and ${f.touchedAt} < ${touchedBefore}
      and (${f.deadlineAt} <= ${now} or not json_valid(${f.payload})
        or (${isStillRelevant(f, now)} and ${isWithinUnreviewedReach(reach)})))`
}

function selectDueCampaigns(touchedBefore: number): SQL {
  return sql`select 'campaign', ${campaigns.id}, 0, 0 from ${campaigns} indexed by campaigns_waiting
    where ${campaigns.status} = 'sending' and ${campaigns.writtenAt} is null
      and ${campaigns.touchedAt} < ${touchedBefore}`
}

function countDueDeliveries(now: number): SQL {
  const lanes = laneNames.map(
    (lane) => sql`select ${lane} as kind, (${countDueSql(lane, now)}) as many`,
  )
  return sql`select kind, many, 0, 0 from (${sql.join(lanes, sql` union all `)}) where many > 0`
}

export function dueDigestsFromClause(now: number, behind?: DueDigest): SQL {
  const rest = behind
    ? sql`(${users.digestNextAt}, ${users.id}) > (${behind.dueAt}, ${behind.id})`
    : sql`true`
  return sql`${users} indexed by users_digest_due where ${users.digestNextAt} <= ${now} and ${rest}
    order by ${users.digestNextAt}, ${users.id} limit ${digestsPerRun}`
}

export function selectDueNotifications({ now, config }: Pick<Ctx, 'now' | 'config'>) {
  const reach = config.PROPOSAL_LIMITS.unreviewedRecipients
  const touchedBefore = now - abandonedAfterMs
  return {
    reminders: sql`${selectDueReminders(24, now)} union all ${selectDueReminders(1, now)}`,
    broadcasts: selectDueBroadcasts(now, touchedBefore, reach),
    campaigns: selectDueCampaigns(touchedBefore),
    deliveries: countDueDeliveries(now),
    abandoned: sql`select * from (select 'abandoned', ${deliveries.id}, 0, 0 from ${deliveries}
      where ${deliveries.status} = 'claimed' and ${deliveries.claimedAt} < ${touchedBefore} limit 1)`,
    digests: sql`select * from (select 'digest', ${users.id}, ${users.digestNextAt}, 0
      from ${dueDigestsFromClause(now)})`,
  }
}

function toQueueMessages(due: DueNotification): QueueMessage[] {
  switch (due.kind) {
    case 'campaign':
      return [{ type: 'fan_out_campaign', campaignId: due.id }]
    case 'broadcasts':
      return [{ type: 'fan_out_broadcasts', eventId: due.id }]
    case 'reminder_24':
    case 'reminder_1': {
      const { id: eventId, startAt, after } = due
      const hours = due.kind === 'reminder_24' ? 24 : 1
      return [{ type: 'fan_out_reminders', eventId, hours, startAt, after }]
    }
    default:
      return []
  }
}

/** The last message of a full run queues the next one. */
export async function queueDigests(ctx: Ctx, due: readonly DueDigest[]): Promise<void> {
  const last = due.length === digestsPerRun ? due.at(-1) : undefined
  const messages = splitIntoBatches(due, peoplePerMessage).map((people) => {
    const users = people.map(({ id }) => id)
    const isLast = last !== undefined && people.includes(last)
    return { type: 'send_digests' as const, users, ...(isLast ? { behind: last } : {}) }
  })
  if (messages.length > 0) await ctx.send(messages)
}

const kindsDue: Record<DueNotification['kind'], true> = {
  reminder_24: true,
  reminder_1: true,
  broadcasts: true,
  campaign: true,
  account: true,
  mail: true,
  push: true,
  discord: true,
  bulk: true,
  abandoned: true,
  digest: true,
}

export function isDueNotification(due: { kind: string }): due is DueNotification {
  return due.kind in kindsDue
}

export function queueDueNotifications(ctx: Ctx, due: readonly DueNotification[]) {
  const wanted = laneNames.map((lane) => {
    const count = due.find(({ kind }) => kind === lane)?.id ?? 0
    return [lane, Math.ceil(count / deliveryLanes[lane].pageSize)]
  })
  const digests = due.flatMap((one) =>
    one.kind === 'digest' ? [{ dueAt: one.startAt, id: one.id }] : [],
  )
  return {
    fan_outs: ctx.send(due.flatMap(toQueueMessages)),
    deliveries: startLanes(ctx, Object.fromEntries(wanted)),
    digests: queueDigests(ctx, digests),
  }
}
