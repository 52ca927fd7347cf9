import type { EventId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'
import type {
  NotificationSettingsView,
  ServedChannel,
} from '#worker/features/notifications/contract.ts'
import { quietUntil, type QuietHours } from '#worker/features/delivery-times/quiet-until.ts'
import { reminderKey, reminderWindow } from '#worker/features/notifications/reminders.ts'
import type { ReminderHours } from '#worker/queue-messages.ts'
import type {
  MessageReason,
  MessageState,
  PromisedKind,
  PromisedMessage,
  PromisedNotice,
} from './contract.ts'

/** A hyped event as far as the clock looks at it. */
export type HypedFacts = {
  id: EventId
  startAt: number
  endAt: number
  timeCertainty: TimeCertainty
  cancelledAt: number | null
  hypedAt: number
  /** Marks whose reminders were written to the outbox for this person, as a JSON array of hours. */
  written: string
}

export type Delivery = {
  eventId: number
  key: string
  kind: PromisedKind
  hours: ReminderHours | null
  channel: ServedChannel
  status: 'pending' | 'claimed' | 'sent' | 'stopped' | 'dead' | 'unknown'
  attempts: number
  nextAt: number
  sentAt: number | null
  createdAt: number
  isWanted: number
  /** It waits for the person's quiet hours to end, or they lasted until it was of no use. */
  isQuiet: number
}

export type Person = {
  settings: Pick<NotificationSettingsView, 'channels' | 'kinds'>
  isWebhookGone: boolean
  quiet: QuietHours
}

type Noticed = {
  event: HypedFacts
  deliveries: readonly Delivery[]
  person: Person
  now: number
}

const reminderHours = [24, 1] as const satisfies ReminderHours[]

/** What was sent about a hyped event and what will be, in the order of time. */
export function noticesOf(noticed: Noticed): PromisedNotice[] {
  const { deliveries, now } = noticed
  const told = Map.groupBy(deliveries, ({ key }) => factOf(key))
  const reminders = remindersOf(noticed)
  const present = new Set(reminders.map(({ fact }) => fact))
  const past = [...told].flatMap(([fact, rows]) => (present.has(fact) ? [] : [tellPast(rows, now)]))
  const dated = [...past, ...reminders.map(({ notice }) => notice)]
  dated.sort((a, b) => Date.parse(a.due ?? '') - Date.parse(b.due ?? ''))
  return [...dated, ...changesOf(noticed)]
}

/** Rows of one fact differ in the device at most. */
function factOf(key: string): string {
  return key.replace(/@.*$/, '')
}

function tellPast(rows: Delivery[], now: number): PromisedNotice {
  const [{ kind, hours, createdAt }] = rows as [Delivery]
  const messages = rows.map((row) => toMessage(row, now))
  return { kind, hours, due: toInstant(createdAt), messages }
}

/** A row of the outbox as the person may know it. */
function toMessage(row: Delivery, now: number): PromisedMessage {
  const { channel, status, nextAt, sentAt, attempts, isWanted, isQuiet } = row
  const at = (instant: number | null) => (instant === null ? null : toInstant(instant))
  switch (status) {
    case 'sent':
      return message(channel, 'sent', { at: at(sentAt) })
    case 'unknown':
      return message(channel, 'unknown')
    case 'dead':
      return message(channel, 'failed', { reason: 'undeliverable' })
    case 'stopped':
      return message(channel, 'stopped', { reason: isQuiet ? 'quiet_hours' : 'overtaken' })
    case 'claimed':
      return message(channel, 'waiting')
    case 'pending':
      if (!isWanted) return message(channel, 'stopped', { reason: 'overtaken' })
      return message(channel, attempts > 0 ? 'waiting' : 'planned', {
        at: at(Math.max(nextAt, now)),
        ...(isQuiet ? { reason: 'quiet_hours' } : {}),
      })
  }
}

function message(
  channel: ServedChannel,
  state: MessageState,
  told: { at?: PromisedMessage['at']; reason?: MessageReason } = {},
): PromisedMessage {
  return { channel, state, at: told.at ?? null, reason: told.reason ?? null }
}

/** The reminders of the start that stands; of a day without an hour there are none. */
function remindersOf(noticed: Noticed): { fact: string; notice: PromisedNotice }[] {
  const { event, person, deliveries, now } = noticed
  const { id, startAt, timeCertainty, cancelledAt } = event
  if (timeCertainty !== 'exact' || cancelledAt !== null) return []
  return reminderHours.map((hours) => {
    const mark = startAt - reminderWindow(hours).fromMs
    const fact = reminderKey({ eventId: id, hours, startAt })
    const messages = person.settings.channels.flatMap(({ channel }) => {
      const rows = deliveries.filter((row) => factOf(row.key) === fact && row.channel === channel)
      if (rows.length > 0) return rows.map((row) => toMessage(row, now))
      return [remind(noticed, { channel, hours, mark })]
    })
    return { fact, notice: { kind: 'reminder', hours, due: toInstant(mark), messages } }
  })
}

type Reminder = { channel: ServedChannel; hours: ReminderHours; mark: number }

/** A reminder that is not in the outbox: it is yet to come, or never was. */
function remind({ event, person, now }: Noticed, reminder: Reminder): PromisedMessage {
  const { channel, hours, mark } = reminder
  if (event.hypedAt > mark) return message(channel, 'skipped', { reason: 'hyped_late' })
  const isOver = now >= event.startAt - reminderWindow(hours).untilMs
  const isWritten = (JSON.parse(event.written) as number[]).includes(hours)
  const hindrance = hindranceOf(person, 'reminder', channel)
  if (hindrance) return message(channel, 'skipped', { reason: hindrance })
  if (isOver || isWritten) return message(channel, 'skipped', { reason: 'unreachable_then' })
  const due = Math.max(mark, now)
  // In the app nothing makes a noise, and the last hour waits for nobody.
  const until = hours === 24 && channel !== 'in_app' ? quietUntil(person.quiet, due) : undefined
  if (until === undefined) return message(channel, 'planned', { at: toInstant(due) })
  const isTooLate = until >= event.startAt - reminderWindow(hours).untilMs
  if (isTooLate) return message(channel, 'skipped', { reason: 'quiet_hours' })
  return message(channel, 'planned', { at: toInstant(until), reason: 'quiet_hours' })
}

/** Why a kind of notice does not reach the person by a channel as things stand. */
function hindranceOf(
  { settings, isWebhookGone }: Person,
  kind: PromisedKind,
  channel: ServedChannel,
): MessageReason | undefined {
  const isUsable = settings.channels.some((one) => one.channel === channel && one.is_usable)
  const ofKind = settings.kinds.find((one) => one.kind === kind)
  const isOn = ofKind?.channels.some((one) => one.channel === channel && one.is_enabled)
  if (!isUsable) return channel === 'discord' && isWebhookGone ? 'webhook_gone' : 'unusable'
  return isOn ? undefined : 'switched_off'
}

/** What is told at once should it happen, while it still can. */
function changesOf({ event, person, now }: Noticed): PromisedNotice[] {
  if (event.cancelledAt !== null || event.startAt <= now) return []
  return (['event_changed', 'event_cancelled'] as const).map((kind) => ({
    kind,
    hours: null,
    due: null,
    messages: person.settings.channels.map(({ channel }) => {
      const reason = hindranceOf(person, kind, channel)
      return reason ? message(channel, 'skipped', { reason }) : message(channel, 'planned')
    }),
  }))
}
