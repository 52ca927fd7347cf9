import { expect, test } from 'vitest'
import { toBroadcastFields, type BroadcastRow } from './broadcasts.ts'

const minute = 60_000
const now = Date.UTC(2027, 2, 1, 18)
const event = {
  phase: 'live',
  startAt: now - 10 * minute,
  timeCertainty: 'exact',
  cancelledAt: null,
  platform: 'twitch',
  accountName: '@Zoe',
} as const

type Seen = { at: string; isOnAir: boolean; viewers?: number; until?: number; seenAt?: number }

function broadcasts(...all: Seen[]): BroadcastRow[] {
  return all.map(({ at, isOnAir, viewers = 0, until = now + minute, seenAt }) => {
    const [platform, nameKey = ''] = at.split(':') as [BroadcastRow['platform'], string]
    return {
      platform,
      nameKey,
      isOnAir,
      polledAt: now - minute,
      freshUntil: until,
      seenAt: seenAt ?? (isOnAir ? now - minute : null),
      title: 'A title',
      since: event.startAt,
      viewers,
      vodUrl: `https://example.com/${at}`,
    }
  })
}

test('the primary channel speaks for the event, another where that is not on air', () => {
  const primary = { at: 'twitch:zoe', isOnAir: true, viewers: 5 }
  const other = { at: 'youtube:zoe', isOnAir: true, viewers: 900 }
  const both = toBroadcastFields({ ...event, broadcasts: broadcasts(other, primary) }, now)
  expect(both.on_air?.viewers).toBe(5)
  const off = { ...primary, isOnAir: false }
  const one = toBroadcastFields({ ...event, broadcasts: broadcasts(off, other) }, now)
  expect([one.on_air?.viewers, one.is_late]).toEqual([900, false])
})

test('an event is late only while its own channel is known not to be on air', () => {
  const isLate = (...all: Seen[]) =>
    toBroadcastFields({ ...event, broadcasts: broadcasts(...all) }, now).is_late
  const off = { at: 'twitch:zoe', isOnAir: false }
  expect(isLate(off)).toBe(true)
  expect(isLate({ at: 'youtube:zoe', isOnAir: false })).toBe(false)
  expect(isLate({ ...off, until: now })).toBe(false)
  // A broadcast seen before the start is another show; one seen since has stopped.
  expect(isLate({ ...off, seenAt: event.startAt - 1 })).toBe(true)
  expect(isLate({ ...off, seenAt: event.startAt })).toBe(false)
})

test('one without an hour, or that is cancelled, is never late', () => {
  const off = broadcasts({ at: 'twitch:zoe', isOnAir: false })
  const dated = { ...event, timeCertainty: 'date_only', broadcasts: off } as const
  expect(toBroadcastFields(dated, now).is_late).toBe(false)
  expect(toBroadcastFields({ ...event, cancelledAt: now, broadcasts: off }, now).is_late).toBe(
    false,
  )
})

test('a recording is shown once the event is over, of what was on during it', () => {
  const over = { ...event, phase: 'past' } as const
  const seen = { at: 'twitch:zoe', isOnAir: false, until: 0, seenAt: event.startAt }
  const vodOf = (of: typeof event | typeof over, one: Seen) =>
    toBroadcastFields({ ...of, broadcasts: broadcasts(one) }, now).vod_url
  expect(vodOf(over, seen)).toBe('https://example.com/twitch:zoe')
  expect(vodOf(event, seen)).toBeNull()
  expect(vodOf(over, { ...seen, seenAt: event.startAt - 1 })).toBeNull()
})
