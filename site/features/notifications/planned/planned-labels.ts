import {
  conditionalNotificationKindLabels,
  plannedNotificationKindLabels,
  reminderMarkLabels,
} from '#site/features/notifications/kind-labels.ts'
import { m } from '#site/lib/messages.ts'
import type {
  MessageStateReason,
  MessageState,
  PlannedChannelMessage,
  PlannedNotification,
} from '#worker/features/notifications/planned/contract.ts'
import type { DeliveryChannel } from '#worker/features/notifications/kinds.ts'

export function plannedNotificationTitle({ kind, mark, due }: PlannedNotification): string {
  if (mark !== null) return reminderMarkLabels[mark]()
  const possible: Partial<typeof plannedNotificationKindLabels> =
    due === null ? conditionalNotificationKindLabels : {}
  return (possible[kind] ?? plannedNotificationKindLabels[kind])()
}

export const messageStateNames: Record<MessageState, () => string> = {
  planned: m.planned_state_planned,
  sent: m.planned_state_sent,
  waiting: m.planned_state_waiting,
  failed: m.planned_state_failed,
  skipped: m.planned_state_skipped,
  stopped: m.planned_state_stopped,
  unknown: m.planned_state_unknown,
}

/** Nothing is scheduled of what may happen. */
export function messageStateLabel(state: MessageState, { due }: PlannedNotification): string {
  return due === null && state === 'planned' ? m.planned_state_on() : messageStateNames[state]()
}

const unusable: Partial<Record<DeliveryChannel, () => string>> = {
  email: m.planned_no_email,
  discord: m.planned_no_discord,
  push: m.planned_no_push,
}

const reasons: Record<Exclude<MessageStateReason, 'unusable'>, () => string> = {
  hyped_late: m.planned_hyped_late,
  chosen_late: m.planned_chosen_late,
  switched_off: m.planned_switched_off,
  webhook_gone: m.planned_webhook_gone,
  quiet_hours: m.planned_quiet_hours,
  unreachable_then: m.planned_unreachable_then,
  overtaken: m.planned_overtaken,
  undeliverable: m.planned_undeliverable,
}

function whyText({ channel, state, reason }: PlannedChannelMessage): string | undefined {
  if (state === 'unknown') return m.planned_unknown()
  if (reason === 'unusable') return unusable[channel]?.()
  return reason === null ? undefined : reasons[reason]()
}

export type MessageGroup = {
  state: MessageState
  at: string | null
  why: string | undefined
  channels: DeliveryChannel[]
}

function isChannelUnreachable({ reason }: PlannedChannelMessage): boolean {
  return reason === 'unusable' || reason === 'webhook_gone'
}

/** Shown once for all notifications. */
export function listUnreachableChannels(
  notifications: PlannedNotification[],
): { channel: DeliveryChannel; why: string }[] {
  const messages = notifications.flatMap(({ messages }) => messages).filter(isChannelUnreachable)
  const byChannel = new Map(messages.map((message) => [message.channel, whyText(message)]))
  return [...byChannel].flatMap(([channel, why]) => (why ? [{ channel, why }] : []))
}

/** Channels that fare alike share a line; what left within a minute left together. */
export function groupMessages({ messages, due }: PlannedNotification): MessageGroup[] {
  const reaching = messages.filter((message) => !isChannelUnreachable(message))
  const alike = Map.groupBy(reaching, (message) =>
    [message.state, toMinute(message.at), whyText(message)].join(' '),
  )
  return [...alike.values()].map((group) => {
    const [first] = group as [PlannedChannelMessage]
    const { state, at } = first
    const isAsDue = toMinute(at) === toMinute(due)
    const channels = [...new Set(group.map(({ channel }) => channel))]
    return { state, at: isAsDue ? null : at, why: whyText(first), channels }
  })
}

function toMinute(at: string | null): number | undefined {
  return at === null ? undefined : Math.floor(Date.parse(at) / 60_000)
}
