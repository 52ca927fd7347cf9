import { sql, type SQL } from 'drizzle-orm'
import {
  findMark,
  reminderMarkNames,
  reminderMarks,
  type ReminderCode,
  type ReminderMark,
} from '#worker/contracts/reminder-marks.ts'
import type { Ctx } from '#worker/context.ts'
import type { CampaignId, DeliveryId, EventId, UserId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { literal } from '#worker/db/conditions.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deliveries, notificationBroadcasts } from '#worker/db/schema/notifications.ts'
import {
  ownReminders,
  reminderEvenings,
  reminderFanouts,
  reminderPlans,
} from '#worker/db/schema/reminders.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { alias } from '#worker/db/write-sql.ts'
import { deliveryLanes, laneNames, type DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import { countDueSql, startLanes } from '#worker/outbox/lanes.ts'
import { isStillRelevant } from '#worker/features/notifications/rules/kind-rules.ts'
import { findLongestLeadMs } from './lead.ts'
import { isWithinUnreviewedReach } from './recipients.ts'
import type { DueDigest, QueueMessage } from '#worker/queue-messages.ts'
import { splitIntoBatches } from '#worker/integrations/http/batches.ts'

/** A claim or a fan-out that nobody touched for so long was dropped by a crash. */
export const abandonedAfterMs = 5 * 60_000
/** Reminders of the last hour: each minute counts. */
const abandonedLastHourMs = 60_000
const digestsPerRun = 2000
const peoplePerMessage = 50

/** Its kind names the code of the mark, when it is, and from when hypes are not yet written. */
type DueReminder = {
  kind: `reminder:${ReminderCode}:${number}:${number}`
  id: EventId
  startAt: number
  after: UserId | 0
}

export type DueNotification =
  | DueReminder
  | { kind: 'broadcasts'; id: EventId; startAt: 0; after: 0 }
  | { kind: 'campaign'; id: CampaignId; startAt: 0; after: 0 }
  /** `id`: how many, as far as that matters. */
  | { kind: DeliveryLane; id: number; startAt: 0; after: 0 }
  | { kind: 'abandoned'; id: DeliveryId; startAt: 0; after: 0 }
  | { kind: 'digest'; id: UserId; startAt: number; after: 0 }

const r = alias(reminderFanouts, 'r')
const z = alias(reminderEvenings, 'z')
const f = alias(notificationBroadcasts, 'f')

/** Planned, as far as the mark allows. */
function selectLead(longestMs: number): SQL {
  return sql`min(${literal(longestMs)}, coalesce((select max(${reminderPlans.leadMs}) from ${reminderPlans}
    where ${reminderPlans.eventId} = ${e.id}), 0))`
}

/** An own mark costs a look-up while nobody has it. */
function selectDueReminders(name: ReminderMark, now: number): SQL {
  const { code, untilMs, isOwn, ...mark } = reminderMarks[name]
  const isEvening = mark.fromMs === null
  const at = isEvening ? sql`${z.at}` : sql`(${e.startAt} - ${literal(mark.fromMs)})`
  const longestLeadMs = mark.fromMs === null ? 0 : findLongestLeadMs(mark.fromMs)
  const begins = isEvening ? at : sql`(${at} - ${selectLead(longestLeadMs)})`
  const touchedBefore = now - (untilMs === 0 ? abandonedLastHourMs : abandonedAfterMs)
  return sql`select ${`reminder:${code}:`} || ${at} || ':' || coalesce(${r.hypedFrom}, 0) as kind, ${e.id} as id, ${e.startAt} as startAt,
      coalesce(${r.afterUserId}, 0) as after
    from ${isEvening ? sql`${z} cross join ${e} on ${e.startAt} >= ${z.dayFrom} and ${e.startAt} < ${z.dayTo}` : sql`${e}`}
      left join ${r} on ${r.eventId} = ${e.id} and ${r.hours} = ${isEvening ? at : literal(code)}
        and ${r.startAt} = ${e.startAt}
    where ${e.status} = 'approved' and ${e.startAt} > ${now + untilMs} and ${begins} <= ${now}
      and ${isEvening ? sql`${z.dayTo} > ${now}` : sql`${e.startAt} <= ${now + mark.fromMs + longestLeadMs}`}
      and ${e.cancelledAt} is null and ${e.timeCertainty} = 'exact' and ${e.hypeCount} > 0
      and ${r.doneAt} is null and coalesce(${r.touchedAt}, 0) < ${touchedBefore}
      ${isOwn ? sql`and exists (select 1 from ${ownReminders} where ${ownReminders.mark} = ${name})` : sql``}
      ${isEvening ? sql`group by ${e.id}, ${z.at}` : sql``}`
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
    reminders: sql.join(
      reminderMarkNames.map((name) => selectDueReminders(name, now)),
      sql` union all `,
    ),
    broadcasts: selectDueBroadcasts(now, touchedBefore, reach),
    campaigns: selectDueCampaigns(touchedBefore),
    deliveries: countDueDeliveries(now),
    abandoned: sql`select * from (select 'abandoned', ${deliveries.id}, 0, 0 from ${deliveries}
      where ${deliveries.status} = 'claimed' and ${deliveries.claimedAt} < ${touchedBefore} limit 1)`,
    digests: sql`select * from (select 'digest', ${users.id}, ${users.digestNextAt}, 0
      from ${dueDigestsFromClause(now)})`,
  }
}

function isReminder(due: DueNotification): due is DueReminder {
  return due.kind.startsWith('reminder:')
}

function toReminderMessage({ kind, id: eventId, startAt, after }: DueReminder): QueueMessage {
  const [code, markAt = 0, hypedFrom = 0] = kind.split(':').slice(1).map(Number)
  const hours = code as ReminderCode
  return findMark(hours).isOwn
    ? { type: 'fan_out_own_reminders', eventId, hours, markAt, startAt, after, hypedFrom }
    : { type: 'fan_out_reminders', eventId, hours, startAt, after, hypedFrom }
}

function toQueueMessages(due: DueNotification): QueueMessage[] {
  if (isReminder(due)) return [toReminderMessage(due)]
  switch (due.kind) {
    case 'campaign':
      return [{ type: 'fan_out_campaign', campaignId: due.id }]
    case 'broadcasts':
      return [{ type: 'fan_out_broadcasts', eventId: due.id }]
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

const kindsDue: Record<Exclude<DueNotification, DueReminder>['kind'] | 'reminder', true> = {
  reminder: true,
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
  return due.kind.replace(/:.*/, '') in kindsDue
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
