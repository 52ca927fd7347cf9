import { describe, expect, test } from 'vitest'
import type { EventId } from '#worker/contracts/ids.ts'
import { reminderKey } from '#worker/features/notifications/fan-out/reminders.ts'
import { SwitchableKind, DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import type { PlannedNotification } from './contract.ts'
import {
  planNotifications,
  type EventToPlan,
  type PlanningRecipient,
} from './planned-notifications.ts'
import type { DeliveryRow } from './planned-rows.ts'

const hour = 3_600_000
/** 21:00 in Paris. */
const startAt = Date.UTC(2026, 11, 4, 20)
const now = startAt - 48 * hour

const everything: PlanningRecipient = {
  settings: {
    channels: DeliveryChannel.options.map((channel) => ({ channel, is_usable: true })),
    kinds: SwitchableKind.options.map((kind) => ({
      kind,
      channels: DeliveryChannel.options.map((channel) => ({ channel, is_enabled: true })),
    })),
  },
  isWebhookGone: false,
  quiet: { quietFrom: null, quietTo: null, timeZone: 'Europe/Paris' },
}

const hyped: EventToPlan = {
  id: 7 as EventId,
  startAt,
  endAt: startAt + 4 * hour,
  timeCertainty: 'exact',
  cancelledAt: null,
  hypedAt: now - hour,
  written: '[]',
  marks: '[]',
}

type Case = {
  event?: Partial<EventToPlan>
  deliveries?: DeliveryRow[]
  quiet?: [from: number, to: number]
  at?: number
}

function notices({ event, deliveries = [], quiet, at = now }: Case): PlannedNotification[] {
  const [quietFrom, quietTo] = quiet ?? [null, null]
  const person = { ...everything, quiet: { ...everything.quiet, quietFrom, quietTo } }
  return planNotifications({ event: { ...hyped, ...event }, deliveries, person, now: at })
}

function reminder(hours: 24 | 1, rest: Partial<DeliveryRow> = {}): DeliveryRow {
  return {
    eventId: hyped.id,
    key: reminderKey({ eventId: hyped.id, hours, startAt }),
    kind: 'reminder',
    hours,
    channel: 'email',
    status: 'sent',
    attempts: 1,
    nextAt: startAt - hours * hour,
    sentAt: startAt - hours * hour,
    createdAt: startAt - hours * hour,
    isWanted: true,
    reason: null,
    ...rest,
  }
}

/** `email planned 04T08:00 quiet_hours`, of the reminder of so many hours. */
function linesOf(all: PlannedNotification[], hours: 24 | 1): string[] {
  const found = all.find((notice) => notice.hours === hours)
  return (found?.messages ?? []).map(({ channel, state, at, reason }) =>
    [channel, state, at?.slice(8, 16), reason].filter(Boolean).join(' '),
  )
}

describe('quiet hours', () => {
  test('move the day’s reminder to their end, and neither the bell’s nor the last hour’s', () => {
    const all = notices({ quiet: [20 * 60, 9 * 60] })
    expect(linesOf(all, 24)).toEqual([
      'email planned 04T08:00 quiet_hours',
      'discord planned 04T08:00 quiet_hours',
      'in_app planned 03T20:00',
      'push planned 04T08:00 quiet_hours',
    ])
    expect(linesOf(all, 1)[0]).toBe('email planned 04T19:00')
  })

  test('that last until the last hour leave the day’s reminder out', () => {
    const [email] = linesOf(notices({ quiet: [20 * 60 + 30, 20 * 60 + 15] }), 24)
    expect(email).toBe('email skipped quiet_hours')
  })

  test('are why a row of the outbox waits', () => {
    const row = reminder(24, {
      status: 'pending',
      attempts: 0,
      reason: 'quiet_hours',
      sentAt: null,
    })
    const late = { ...row, nextAt: startAt - 12 * hour }
    const all = notices({ deliveries: [late], at: startAt - 23 * hour })
    expect(linesOf(all, 24)[0]).toBe('email planned 04T08:00 quiet_hours')
  })
})

test('quiet hours that lasted too long are why a row of the outbox was stopped', () => {
  const row = reminder(24, {
    status: 'stopped',
    attempts: 0,
    reason: 'quiet_hours_too_long',
    sentAt: null,
  })
  const all = notices({ deliveries: [row], at: startAt - 23 * hour })
  expect(linesOf(all, 24)[0]).toBe('email stopped quiet_hours')
})

test('each device is a message of its own, of the same reminder', () => {
  const rows = [1, 2].map((device) => {
    const row = reminder(24, { channel: 'push' })
    return { ...row, key: `${row.key}@${device}` }
  })
  const all = notices({ deliveries: rows, at: startAt - 23 * hour })
  expect(linesOf(all, 24).filter((line) => line.startsWith('push'))).toEqual([
    'push sent 03T20:00',
    'push sent 03T20:00',
  ])
})

test('what was sent of an earlier start stands apart from what the new one brings', () => {
  const old = reminder(24, { key: `reminder:7:24:${startAt - hour}` })
  const all = notices({ deliveries: [{ ...old, createdAt: now - hour }] })
  expect(all.filter(({ hours }) => hours === 24)).toHaveLength(2)
  expect(linesOf(all, 24)).toEqual(['email sent 03T20:00'])
})

test('a channel that came too late for a reminder that was written says so', () => {
  const all = notices({ event: { written: '[24]' }, at: startAt - 20 * hour })
  expect(linesOf(all, 24)[0]).toBe('email skipped unreachable_then')
  expect(linesOf(all, 1)[0]).toBe('email planned 04T19:00')
})

test('a row that no longer holds is stopped before its sender finds out', () => {
  const row = reminder(1, { status: 'pending', attempts: 0, isWanted: false })
  expect(linesOf(notices({ deliveries: [row] }), 1)[0]).toBe('email stopped overtaken')
})

test('an event that is on or over changes no more', () => {
  expect(notices({}).some(({ due }) => due === null)).toBe(true)
  expect(notices({ at: startAt }).some(({ due }) => due === null)).toBe(false)
})
