import { describe, expect, test } from 'vitest'
import { computeLanguageShares, pickTopEventsPerDay, findHighlightReasons } from './week.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

const monday = Date.UTC(2026, 10, 16)
const hour = 3_600_000
let count = 0

function event(facts: Partial<EventSummary> & { hours?: number; lasts?: number }): EventSummary {
  const { hours = 12, lasts = 3, ...rest } = facts
  const start = monday + hours * hour
  count += 1
  const usual: Partial<EventSummary> = {
    id: count,
    time_certainty: 'exact',
    timezone: 'Europe/Paris',
    language: 'en',
    category: 'variety',
    hype_count: 0,
    participants: [],
    start: new Date(start).toISOString(),
    end: new Date(start + lasts * hour).toISOString(),
  }
  return { ...usual, ...rest } as EventSummary
}

function person(name: string): EventSummary['participants'][number] {
  return {
    streamer_id: null,
    display_name: name,
    platform: null,
    account: null,
    confirmed_at: null,
    avatar_path: '',
  }
}

const reader = { tag: 'en-GB', timeZone: 'UTC', now: monday }

describe('the picks', () => {
  test('are the two most hyped of each day by the clock, the rest stays in its order', () => {
    const few = event({ hype_count: 1 })
    const some = event({ hype_count: 5, hours: 20 })
    const most = event({ hype_count: 9, hours: 22 })
    const tuesday = event({ hours: 30 })
    const { days, rest } = pickTopEventsPerDay([few, some, most, tuesday], reader)
    expect(days.map(({ day, events }) => [day, events.map(({ id }) => id)])).toEqual([
      ['2026-11-16', [some.id, most.id]],
      ['2026-11-17', [tuesday.id]],
    ])
    expect(rest).toEqual([few])
  })

  test('are none in a week without events', () => {
    expect(pickTopEventsPerDay([], reader)).toEqual({ days: [], rest: [] })
  })
})

test('the languages come with the one that has most events first, each with its biggest', () => {
  const events = [
    event({ language: 'es' }),
    event({ language: 'fr', hype_count: 1 }),
    event({ language: 'fr', hype_count: 4 }),
  ]
  expect(
    computeLanguageShares(events).map(({ language, count: size }) => [language, size]),
  ).toEqual([
    ['fr', 2],
    ['es', 1],
  ])
  expect(computeLanguageShares(events)[0]?.biggest[0]).toBe(events[2])
})

describe('the reasons', () => {
  test('are facts that set an event apart, two at most', () => {
    const cast = ['a', 'b', 'c'].map(person)
    const big = event({ hype_count: 9, participants: cast, lasts: 60, language: 'fr' })
    const week = [big, event({}), event({ hype_count: 8 })]
    expect(findHighlightReasons(big, week)).toEqual(['most_hyped', 'most_people'])
    expect(findHighlightReasons(week[1]!, week)).toEqual([])
  })

  test('name no first among equals', () => {
    const week = [event({ hype_count: 3 }), event({ hype_count: 3 })]
    expect(week.map((one) => findHighlightReasons(one, week))).toEqual([[], []])
  })

  test('tell what is alone in its language', () => {
    const week = [event({}), event({}), event({ language: 'es' })]
    expect(findHighlightReasons(week[2]!, week)).toEqual(['only_in_language'])
  })

  test('are none for the only event of a week', () => {
    const only = event({ hype_count: 5 })
    expect(findHighlightReasons(only, [only])).toEqual([])
  })
})
