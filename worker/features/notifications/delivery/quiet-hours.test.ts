import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClaimedDelivery } from './claim.ts'
import { findQuietHoursEnd } from '#worker/features/notifications/preferences/local-time.ts'
import { deferForQuietHours } from './next-state.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)
const paris = (from: number, to: number) => ({
  quietFrom: from * 60,
  quietTo: to * 60,
  timeZone: 'Europe/Paris',
})

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2027-01-10T20:59:00Z', undefined],
    ['as they begin', '2027-01-10T21:00:00Z', '2027-01-11T07:00:00Z'],
    ['after midnight', '2027-01-11T02:00:00Z', '2027-01-11T07:00:00Z'],
    ['a minute before they end', '2027-01-11T06:59:59Z', '2027-01-11T07:00:00Z'],
    ['as they end', '2027-01-11T07:00:00Z', undefined],
    ['in summer', '2027-07-10T21:00:00Z', '2027-07-11T06:00:00Z'],
    ['in the night that is an hour short', '2027-03-27T23:00:00Z', '2027-03-28T06:00:00Z'],
    ['in the night that is an hour long', '2027-10-30T21:00:00Z', '2027-10-31T07:00:00Z'],
  ])('over midnight in Paris, %s', (_, now, until) => {
    expect(findQuietHoursEnd(paris(22, 8), at(now))).toBe(until && at(until))
  })

  test('in the day end the same day', () => {
    expect(findQuietHoursEnd(paris(9, 17), at('2027-01-10T09:00:00Z'))).toBe(
      at('2027-01-10T16:00:00Z'),
    )
    expect(findQuietHoursEnd(paris(9, 17), at('2027-01-10T20:00:00Z'))).toBeUndefined()
  })

  test('that are off, or of a zone that is none, hold nothing up for ever', () => {
    const off = { quietFrom: null, quietTo: null, timeZone: 'Europe/Paris' }
    expect(findQuietHoursEnd(off, at('2027-01-10T03:00:00Z'))).toBeUndefined()
    const nowhere = { ...paris(22, 8), timeZone: 'No/Where' }
    expect(findQuietHoursEnd(nowhere, at('2027-01-10T03:00:00Z'))).toBe(at('2027-01-10T08:00:00Z'))
  })

  test('always end later, at most a day and an hour later, and have ended then', () => {
    const zone = fc.constantFrom(
      'Europe/Paris',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'UTC',
    )
    const minutes = fc.integer({ min: 0, max: 1439 })
    const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2029-01-01T00:00:00Z') })
    fc.assert(
      fc.property(minutes, minutes, zone, instant, (quietFrom, quietTo, timeZone, now) => {
        fc.pre(quietFrom !== quietTo)
        const until = findQuietHoursEnd({ quietFrom, quietTo, timeZone }, now)
        if (until === undefined) return
        expect(until).toBeGreaterThan(now)
        expect(until - now).toBeLessThanOrEqual(25 * hour)
        expect(findQuietHoursEnd({ quietFrom, quietTo, timeZone }, until)).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })
})

describe('in quiet hours', () => {
  const now = at('2027-01-11T02:00:00Z')
  const delivery = (facts: object) =>
    ({ ...paris(22, 8), attempts: 1, deadlineAt: null, payload: '{}', ...facts }) as ClaimedDelivery
  const reminder = (hours: number, deadlineAt: number) =>
    delivery({ kind: 'reminder', payload: JSON.stringify({ hours }), deadlineAt })

  const ends = at('2027-01-11T07:00:00Z')
  const cancelled = (eventStartAt: number) =>
    delivery({ kind: 'event_cancelled', eventStartAt, deadlineAt: eventStartAt + 9 * hour })
  const moved = (old: number, start: number) =>
    delivery({
      kind: 'event_changed',
      payload: JSON.stringify({ old, start }),
      deadlineAt: start,
    })

  test('a notice waits for their end, and it was no try', () => {
    expect(deferForQuietHours(moved(ends + hour, ends + 2 * hour), now)).toEqual({
      status: 'pending',
      nextAt: at('2027-01-11T07:00:00Z'),
      attempts: 0,
      reason: 'quiet_hours',
      error: null,
    })
  })

  test('one that may not be sent at their end is stopped', () => {
    expect(deferForQuietHours(reminder(24, ends), now)).toMatchObject({
      status: 'stopped',
      attempts: 0,
    })
    expect(deferForQuietHours(reminder(24, ends + 1), now)).toMatchObject({ status: 'pending' })
  })

  test('what begins later is cancelled and moved in the morning', () => {
    const waits = { status: 'pending', nextAt: ends }
    expect(deferForQuietHours(cancelled(ends + 1), now)).toMatchObject(waits)
    // An event that has begun can no longer be missed.
    expect(deferForQuietHours(moved(now, ends + hour), now)).toMatchObject(waits)
  })

  test.each([
    ['is cancelled', cancelled(ends)],
    ['was cancelled after it began', cancelled(now - hour)],
    ['is moved into them', moved(ends + hour, now + hour)],
    ['is moved out of them', moved(now + hour, ends + hour)],
  ])('that an event of the night %s is payload at once', (_, payload) => {
    expect(deferForQuietHours(payload, now)).toBeUndefined()
  })

  test('the reminder an hour before and account mail come all the same', () => {
    expect(deferForQuietHours(reminder(1, now + hour), now)).toBeUndefined()
    expect(deferForQuietHours(delivery({ kind: 'reset_password' }), now)).toBeUndefined()
  })
})
