import { expect, test } from 'vitest'
import type {
  PlannedChannelMessage,
  PlannedNotification,
} from '#worker/features/notifications/planned/contract.ts'
import {
  plannedNotificationTitle,
  groupMessages,
  messageStateLabel,
  listUnreachableChannels,
} from './planned-labels.ts'

const due = '2026-12-01T20:00:00Z'

function notice(
  messages: Partial<PlannedChannelMessage>[],
  rest: Partial<PlannedNotification> = {},
) {
  const whole = messages.map((one) => ({
    channel: 'email',
    state: 'sent',
    at: due,
    reason: null,
    ...one,
  }))
  return {
    kind: 'reminder',
    mark: '24h',
    hours: 24,
    due,
    messages: whole,
    ...rest,
  } as PlannedNotification
}

test('channels that fare alike share a line, which tells the time where it is another', () => {
  const lines = groupMessages(
    notice([
      { channel: 'email', at: '2026-12-01T20:00:31Z' },
      { channel: 'in_app' },
      { channel: 'push', at: '2026-12-01T20:03:00Z' },
      { channel: 'push', at: '2026-12-01T20:03:10Z' },
      { channel: 'discord', state: 'skipped', at: null, reason: 'hyped_late' },
    ]),
  )
  expect(lines).toEqual([
    { state: 'sent', at: null, why: undefined, channels: ['email', 'in_app'] },
    { state: 'sent', at: '2026-12-01T20:03:00Z', why: undefined, channels: ['push'] },
    {
      state: 'skipped',
      at: null,
      why: 'You hyped it too late for this one.',
      channels: ['discord'],
    },
  ])
})

test('a message that may have arrived says why it is not sent again', () => {
  const [line] = groupMessages(notice([{ state: 'unknown', at: null, reason: null }]))
  expect(line?.why).toMatch('We won’t send it twice')
})

test('what has happened and what may happen are worded apart', () => {
  const moved = { kind: 'event_changed', mark: null, hours: null } as const
  expect(plannedNotificationTitle(notice([]))).toBe('24 h before')
  expect(plannedNotificationTitle(notice([], { mark: '1h' }))).toBe('1 h before')
  expect(plannedNotificationTitle(notice([], moved))).toBe('The time changed')
  expect(plannedNotificationTitle(notice([], { ...moved, due: null }))).toBe('If the time changes')
  expect(messageStateLabel('planned', notice([], { ...moved, due: null }))).toBe('On')
  expect(messageStateLabel('planned', notice([]))).toBe('Scheduled')
  const cancelled = { kind: 'event_cancelled', mark: null, hours: null, due: null } as const
  expect(plannedNotificationTitle(notice([], cancelled))).toBe('If it’s canceled')
})

test('a channel that does not reach the person is told once, and in no line', () => {
  const missing = { channel: 'discord', state: 'skipped', at: null, reason: 'unusable' } as const
  const both = [notice([{}, missing]), notice([{}, missing], { mark: '1h', hours: 1 })]
  expect(both.flatMap(groupMessages).map(({ channels }) => channels)).toEqual([
    ['email'],
    ['email'],
  ])
  expect(listUnreachableChannels(both)).toEqual([{ channel: 'discord', why: 'No webhook set up.' }])
})
