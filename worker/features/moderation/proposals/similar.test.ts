import { describe, expect, test } from 'vitest'
import {
  areSimilarEvents,
  computeNameSimilarity,
  pickSimilarEvents,
  type ComparableEvent,
  type NearbyEvent,
} from './similar.ts'

const hour = 3_600_000
const start = Date.UTC(2027, 5, 10, 18)

function event(changes: Partial<ComparableEvent> = {}): ComparableEvent {
  return {
    name: 'A night of one kind',
    startAt: start,
    timezone: 'UTC',
    platform: 'twitch',
    accountName: 'first_channel',
    participants: [],
    ...changes,
  }
}
const other = (changes: Partial<ComparableEvent> = {}) =>
  event({ name: 'Something quite different', accountName: 'second_channel', ...changes })

describe('the similarity of names', () => {
  test.each([
    ['ZEvent 2025', 'zevent 2026', 1],
    ['Évènement caritatif', 'EVENEMENT CARITATIF !', 1],
    ['Speedons', 'Awesome Games', 0],
    ['2048', '1984', 0],
    ['2048', '2048', 1],
    ['24/7', 'Marathon', 0],
  ])('of “%s” and “%s” is %d', (one, two, similarity) => {
    expect(computeNameSimilarity(one, two)).toBe(similarity)
    expect(computeNameSimilarity(two, one)).toBe(similarity)
  })

  test('is high for a changed word and low for one shared word', () => {
    expect(computeNameSimilarity('Summer Games Marathon', 'Summer Game Marathon')).toBeGreaterThan(
      0.6,
    )
    expect(computeNameSimilarity('Summer Games Marathon', 'Winter Cooking Marathon')).toBeLessThan(
      0.6,
    )
  })
})

describe('a near-duplicate', () => {
  test('shares the account within six hours, whatever its spelling', () => {
    const same = (startAt: number) => other({ startAt, accountName: '@First_Channel' })
    expect(areSimilarEvents(event(), same(start + 6 * hour))).toBe(true)
    expect(areSimilarEvents(event(), same(start - 6 * hour))).toBe(true)
    expect(areSimilarEvents(event(), same(start + 6 * hour + 1))).toBe(false)
    expect(areSimilarEvents(event(), { ...same(start), platform: 'youtube' })).toBe(false)
  })

  test('is none for two channels still to be announced', () => {
    expect(areSimilarEvents(event({ accountName: null }), other({ accountName: null }))).toBe(false)
  })

  test('shares a participant within six hours, known or named', () => {
    const mine = event({ participants: [7, 'the guest'] })
    expect(areSimilarEvents(mine, other({ participants: [7] }))).toBe(true)
    expect(areSimilarEvents(mine, other({ participants: ['the guest'] }))).toBe(true)
    expect(areSimilarEvents(mine, other({ participants: [8, 'another'] }))).toBe(false)
    expect(areSimilarEvents(mine, other({ participants: [7], startAt: start + 7 * hour }))).toBe(
      false,
    )
  })

  test('has nearly the same name on the same day of each one’s zone', () => {
    const named = (startAt: number, timezone = 'UTC') =>
      other({ name: 'A night of one kind, 2', startAt, timezone })
    expect(areSimilarEvents(event(), named(start - 18 * hour))).toBe(true)
    expect(areSimilarEvents(event(), named(start + 6 * hour))).toBe(false)
    expect(areSimilarEvents(event(), named(start + 6 * hour, 'America/Lima'))).toBe(true)
  })
})

test('the most alike comes first, and what only shares somebody is not probable', () => {
  const nearby = (id: number, changes: Partial<ComparableEvent>) =>
    ({ ...event(changes), id }) as NearbyEvent
  const picked = pickSimilarEvents(event({ participants: [7] }), [
    nearby(1, { name: 'Something quite different' }),
    nearby(5, { name: 'Another thing', accountName: 'second_channel', participants: [7] }),
    nearby(2, { startAt: start + hour }),
    nearby(3, { startAt: start + 2 * hour, accountName: 'second_channel' }),
    nearby(4, { startAt: start - 2 * hour }),
  ])
  expect(picked.map(({ id }) => id)).toEqual([2, 4, 3, 1, 5])
  expect(picked.map(({ is_probable }) => is_probable)).toEqual([true, true, true, true, false])
})
