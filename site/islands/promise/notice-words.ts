import { m } from '#site/lib/messages.ts'
import type { ServedChannel } from '#worker/features/notifications/contract.ts'
import type {
  MessageReason,
  MessageState,
  PromisedKind,
  PromisedMessage,
  PromisedNotice,
} from '#worker/features/promise/contract.ts'

const past: Record<PromisedKind, () => string> = {
  reminder: m.reminder_hour,
  event_changed: m.promise_moved,
  event_cancelled: m.promise_cancelled,
  new_event_followed: m.promise_new,
}

/** What a notice tells, or would. */
export function factName({ kind, hours, due }: PromisedNotice): string {
  if (hours === 24) return m.reminder_day()
  if (due !== null) return past[kind]()
  return kind === 'event_cancelled' ? m.promise_if_cancelled() : m.reminder_moved()
}

const states: Record<MessageState, () => string> = {
  planned: m.promise_state_planned,
  sent: m.promise_state_sent,
  waiting: m.promise_state_waiting,
  failed: m.promise_state_failed,
  skipped: m.promise_state_skipped,
  stopped: m.promise_state_stopped,
  unknown: m.promise_state_unknown,
}

export function stateName(state: MessageState): string {
  return states[state]()
}

const unusable: Partial<Record<ServedChannel, () => string>> = {
  email: m.promise_no_email,
  discord: m.promise_no_discord,
  push: m.promise_no_push,
}

const reasons: Record<Exclude<MessageReason, 'unusable'>, () => string> = {
  hyped_late: m.promise_hyped_late,
  switched_off: m.promise_switched_off,
  webhook_gone: m.promise_webhook_gone,
  quiet_hours: m.promise_quiet_hours,
  unreachable_then: m.promise_unreachable_then,
  overtaken: m.promise_overtaken,
  undeliverable: m.promise_undeliverable,
}

/** Why a message is as it is, where its state alone does not say. */
function whyText({ channel, state, reason }: PromisedMessage): string | undefined {
  if (state === 'unknown') return m.promise_unknown()
  if (reason === 'unusable') return unusable[channel]?.()
  return reason === null ? undefined : reasons[reason]()
}

export type Line = {
  state: MessageState
  at: string | null
  why: string | undefined
  channels: ServedChannel[]
}

/** Whether it is the person whom the channel cannot reach, whatever the notice. */
function isOutOfReach({ reason }: PromisedMessage): boolean {
  return reason === 'unusable' || reason === 'webhook_gone'
}

/** Channels that reach the person with nothing, and why; told once for all notices. */
export function outOfReach(notices: PromisedNotice[]): { channel: ServedChannel; why: string }[] {
  const messages = notices.flatMap((notice) => notice.messages).filter(isOutOfReach)
  const byChannel = new Map(messages.map((message) => [message.channel, whyText(message)]))
  return [...byChannel].flatMap(([channel, why]) => (why ? [{ channel, why }] : []))
}

/** Channels that fare alike are told in one line; what left within a minute left together. */
export function linesOf({ messages, due }: PromisedNotice): Line[] {
  const reaching = messages.filter((message) => !isOutOfReach(message))
  const alike = Map.groupBy(reaching, (message) =>
    [message.state, minuteOf(message.at), whyText(message)].join(' '),
  )
  return [...alike.values()].map((group) => {
    const [first] = group as [PromisedMessage]
    const { state, at } = first
    const isAsDue = minuteOf(at) === minuteOf(due)
    const channels = [...new Set(group.map(({ channel }) => channel))]
    return { state, at: isAsDue ? null : at, why: whyText(first), channels }
  })
}

function minuteOf(at: string | null): number | undefined {
  return at === null ? undefined : Math.floor(Date.parse(at) / 60_000)
}
