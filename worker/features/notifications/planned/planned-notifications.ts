import type { Ctx } from '#worker/context.ts'
import {
  findMark,
  findMarkName,
  fixedReminders,
  reminderMarks,
  type OwnReminderMark,
  type ReminderCode,
} from '#worker/contracts/reminder-marks.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { Results } from '#worker/db/client.ts'
import type {
  DeliveryStatusReason,
  NotificationSettingsView,
} from '#worker/features/notifications/contract.ts'
import {
  findQuietHoursEnd,
  type QuietHours,
} from '#worker/features/notifications/preferences/local-time.ts'
import {
  toChannelSettings,
  type selectChannelSwitches,
} from '#worker/features/notifications/preferences/preferences.ts'
import { findEveningBefore } from '#worker/features/notifications/fan-out/evenings.ts'
import { fanOutHours, reminderKey } from '#worker/features/notifications/fan-out/reminders.ts'
import {
  unscheduledKinds,
  notificationKinds,
  type PlannedNotificationKind,
  type DeliveryChannel,
} from '#worker/features/notifications/kinds.ts'
import type {
  MessageStateReason,
  MessageState,
  PlannedChannelMessage,
  PlannedNotification,
} from './contract.ts'
import type { DeliveryRow, PlannedEventRow } from './planned-rows.ts'

export type EventToPlan = Pick<
  PlannedEventRow,
  'id' | 'startAt' | 'endAt' | 'timeCertainty' | 'cancelledAt' | 'written' | 'marks' | 'hypedAt'
>

export type PlanningRecipient = {
  settings: Pick<NotificationSettingsView, 'channels' | 'kinds'>
  isWebhookGone: boolean
  quiet: QuietHours
}

type PlanningInput = {
  event: EventToPlan
  deliveries: readonly DeliveryRow[]
  person: PlanningRecipient
  now: number
}

type PlanningResults = {
  deliveries: DeliveryRow[]
  switches: Results<ReturnType<typeof selectChannelSwitches>>
}

/** Plans the notifications of each of the events whose deliveries were read. */
export function createNotificationPlanner({ now }: Ctx, { deliveries, switches }: PlanningResults) {
  const ofEvent = Map.groupBy(deliveries, ({ eventId }) => eventId)
  const { isWebhookGone = false, ...quiet } = switches.recipient ?? {}
  const person: PlanningRecipient = {
    settings: toChannelSettings(switches),
    isWebhookGone,
    quiet: { quietFrom: null, quietTo: null, timeZone: 'UTC', ...quiet },
  }
  return (event: EventToPlan) =>
    planNotifications({ event, deliveries: ofEvent.get(event.id) ?? [], person, now })
}

export function planNotifications(planning: PlanningInput): PlannedNotification[] {
  const { deliveries, now } = planning
  const byFact = Map.groupBy(deliveries, ({ key }) => toDeviceIndependentKey(key))
  const reminders = planReminders(planning)
  const present = new Set(reminders.map(({ fact }) => fact))
  const past = [...byFact].flatMap(([fact, rows]) =>
    present.has(fact) ? [] : [toPastNotification(rows, now)],
  )
  const dated = [...past, ...reminders.map(({ notification }) => notification)]
  dated.sort((a, b) => Date.parse(a.due ?? '') - Date.parse(b.due ?? ''))
  return [...dated, ...planUnscheduledKinds(planning)]
}

/** Rows of one fact differ in the device at most. */
function toDeviceIndependentKey(key: string): string {
  return key.replace(/@.*$/, '')
}

function toPastNotification(rows: DeliveryRow[], now: number): PlannedNotification {
  const [{ kind, hours, createdAt }] = rows as [DeliveryRow]
  const messages = rows.map((row) => toChannelMessage(row, now))
  return { ...namePlanned(kind, hours), due: toInstant(createdAt), messages }
}

function namePlanned(kind: PlannedNotificationKind, code: ReminderCode | null) {
  const fixed = fixedReminders.find((mark) => mark.code === code)
  const mark = code === null ? null : findMarkName(code)
  return { kind, mark, hours: fixed?.code ?? null }
}

function toChannelMessage(row: DeliveryRow, now: number): PlannedChannelMessage {
  const { channel, status, nextAt, sentAt, attempts, isWanted, reason } = row
  const at = (instant: number | null) => (instant === null ? null : toInstant(instant))
  switch (status) {
    case 'sent':
      return planMessage(channel, 'sent', { at: at(sentAt) })
    case 'unknown':
      return planMessage(channel, 'unknown')
    case 'dead':
      return planMessage(channel, 'failed', { reason: 'undeliverable' })
    case 'stopped':
      return planMessage(channel, 'stopped', { reason: toStopReason(reason) })
    case 'claimed':
      return planMessage(channel, 'waiting')
    case 'pending':
      if (!isWanted) return planMessage(channel, 'stopped', { reason: 'overtaken' })
      return planMessage(channel, attempts > 0 ? 'waiting' : 'planned', {
        at: at(Math.max(nextAt, now)),
        ...(reason === 'quiet_hours' ? { reason } : {}),
      })
  }
}

function toStopReason(reason: DeliveryStatusReason | null): MessageStateReason {
  return reason === 'quiet_hours_too_long' ? 'quiet_hours' : 'overtaken'
}

function planMessage(
  channel: DeliveryChannel,
  state: MessageState,
  details: { at?: PlannedChannelMessage['at']; reason?: MessageStateReason } = {},
): PlannedChannelMessage {
  return { channel, state, at: details.at ?? null, reason: details.reason ?? null }
}

/** A day without an hour has no reminders. */
function planReminders(
  planning: PlanningInput,
): { fact: string; notification: PlannedNotification }[] {
  const { event, person, deliveries } = planning
  const { id, startAt, timeCertainty, cancelledAt, hypedAt } = event
  if (timeCertainty !== 'exact' || cancelledAt !== null || hypedAt === null) return []
  return listMarks(event).map(({ code, chosenAt }) => {
    const { fromMs, needsPush } = findMark(code)
    const remindAt =
      fromMs === null ? findEveningBefore(startAt, person.quiet.timeZone) : startAt - fromMs
    const reminder = { code, remindAt, hypedAt, chosenAt }
    const fact = reminderKey({ eventId: id, hours: code, startAt })
    const messages = person.settings.channels.flatMap(({ channel }) => {
      if (needsPush && channel === 'email') return []
      const rows = deliveries.filter(
        (row) => toDeviceIndependentKey(row.key) === fact && row.channel === channel,
      )
      if (rows.length > 0) return rows.map((row) => planWrittenReminder(planning, row, code))
      return [planReminder(planning, channel, reminder)]
    })
    const due = toInstant(remindAt)
    return { fact, notification: { ...namePlanned('reminder', code), due, messages } }
  })
}

export function listOwnMarks({ marks }: Pick<EventToPlan, 'marks'>): OwnReminderMark[] {
  return (JSON.parse(marks) as [OwnReminderMark, number][]).map(([name]) => name)
}

function listMarks({ marks }: EventToPlan): { code: ReminderCode; chosenAt: number }[] {
  const own = JSON.parse(marks) as [OwnReminderMark, number][]
  return [
    ...fixedReminders.map(({ code }) => ({ code, chosenAt: 0 })),
    ...own.map(([name, chosenAt]) => ({ code: reminderMarks[name].code, chosenAt })),
  ]
}

/** One that waits for the end of quiet hours follows a change of them before its next try. */
function planWrittenReminder(
  { event, person, now }: PlanningInput,
  row: DeliveryRow,
  code: ReminderCode,
): PlannedChannelMessage {
  const isHeld = row.status === 'pending' && row.isWanted && row.reason === 'quiet_hours'
  const from = Math.max(row.nextAt, now)
  const until = isHeld ? findQuietHoursEnd(person.quiet, from) : undefined
  if (until === undefined) return toChannelMessage(row, now)
  const endsAt = event.startAt - findMark(code).untilMs
  return until >= endsAt
    ? planMessage(row.channel, 'skipped', { reason: 'quiet_hours' })
    : toChannelMessage({ ...row, nextAt: until }, now)
}

type ReminderToPlan = {
  code: ReminderCode
  remindAt: number
  hypedAt: number
  chosenAt: number
}

function planReminder(
  { event, person, now }: PlanningInput,
  channel: DeliveryChannel,
  { code, remindAt, hypedAt, chosenAt }: ReminderToPlan,
): PlannedChannelMessage {
  if (hypedAt > remindAt) return planMessage(channel, 'skipped', { reason: 'hyped_late' })
  if (chosenAt > remindAt) return planMessage(channel, 'skipped', { reason: 'chosen_late' })
  const endsAt = event.startAt - findMark(code).untilMs
  const isWritten = (JSON.parse(event.written) as number[]).includes(fanOutHours(code, remindAt))
  const hindrance = findBlockingReason(person, 'reminder', channel)
  if (hindrance) return planMessage(channel, 'skipped', { reason: hindrance })
  if (now >= endsAt || isWritten) {
    return planMessage(channel, 'skipped', { reason: 'unreachable_then' })
  }
  const due = Math.max(remindAt, now)
  // In the app nothing makes a noise.
  const until = channel === 'in_app' ? undefined : findQuietHoursEnd(person.quiet, due)
  const rest = { eventStartAt: event.startAt, now: due, endAt: until ?? due }
  if (
    until === undefined ||
    notificationKinds.reminder.ignoresQuietHours({ payload: { hours: code }, ...rest })
  ) {
    return planMessage(channel, 'planned', { at: toInstant(due) })
  }
  if (until >= endsAt) return planMessage(channel, 'skipped', { reason: 'quiet_hours' })
  return planMessage(channel, 'planned', { at: toInstant(until), reason: 'quiet_hours' })
}

function findBlockingReason(
  { settings, isWebhookGone }: PlanningRecipient,
  kind: PlannedNotificationKind,
  channel: DeliveryChannel,
): MessageStateReason | undefined {
  const isUsable = settings.channels.some((one) => one.channel === channel && one.is_usable)
  const ofKind = settings.kinds.find((one) => one.kind === kind)
  const isOn = ofKind?.channels.some((one) => one.channel === channel && one.is_enabled)
  if (!isUsable) return channel === 'discord' && isWebhookGone ? 'webhook_gone' : 'unusable'
  return isOn ? undefined : 'switched_off'
}

function planUnscheduledKinds({ event, person, now }: PlanningInput): PlannedNotification[] {
  if (event.cancelledAt !== null || event.hypedAt === null || event.startAt <= now) return []
  return unscheduledKinds.map((kind) => ({
    ...namePlanned(kind, null),
    due: null,
    messages: person.settings.channels.map(({ channel }) => {
      const reason = findBlockingReason(person, kind, channel)
      return reason ? planMessage(channel, 'skipped', { reason }) : planMessage(channel, 'planned')
    }),
  }))
}
