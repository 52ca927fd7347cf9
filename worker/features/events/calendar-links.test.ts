import { describe, expect, test } from 'vitest'
import { buildCalendarLink } from './calendar-links.ts'
import type { CalendarTarget, EventView } from './contract.ts'

const site = { url: 'https://hypecal.example', locale: 'en' } as const

function event(facts: Partial<EventView> = {}): EventView {
  return {
    slug: 'an-event',
    name: 'Quiz & cup + 50 %',
    description: 'Three hours.',
    start: '2026-12-04T18:00:00Z',
    end: '2026-12-04T22:00:00Z',
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    watch_urls: ['https://www.twitch.tv/one', 'https://www.twitch.tv/two'],
    ...facts,
  } as EventView
}

/** The parameters as the calendar reads them. */
function parameters(target: CalendarTarget, facts?: Partial<EventView>, locale = site.locale) {
  const { searchParams } = new URL(buildCalendarLink(event(facts), target, { ...site, locale }))
  return Object.fromEntries(searchParams)
}

describe('an event with an hour', () => {
  test('is in Google Calendar at its instants in UTC', () => {
    expect(buildCalendarLink(event(), 'google', site)).toMatch(
      /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/,
    )
    expect(parameters('google')).toMatchObject({
      text: 'Quiz & cup + 50 %',
      dates: '20261204T180000Z/20261204T220000Z',
      location: 'https://www.twitch.tv/one',
      details:
        'Three hours.\n\nhttps://www.twitch.tv/one\nhttps://www.twitch.tv/two\nhttps://hypecal.example/events/an-event',
    })
  })

  test('is in Outlook at its instants in UTC, without a plus for a space', () => {
    const link = buildCalendarLink(event(), 'outlook', site)
    expect(link).toMatch(/^https:\/\/outlook\.live\.com\/calendar\/0\/deeplink\/compose\?/)
    expect(link).not.toContain('+')
    expect(parameters('outlook')).toMatchObject({
      subject: 'Quiz & cup + 50 %',
      startdt: '2026-12-04T18:00:00Z',
      enddt: '2026-12-04T22:00:00Z',
      allday: 'false',
    })
  })

  test('keeps no fraction of a second', () => {
    const facts = { start: '2026-12-04T18:00:00.500Z' }
    expect(parameters('google', facts).dates).toBe('20261204T180000Z/20261204T220000Z')
  })
})

describe('an event without an hour', () => {
  const cases: [string, Partial<EventView>, string, string][] = [
    [
      'one day in its own zone',
      { start: '2026-12-03T23:00:00Z', end: '2026-12-04T23:00:00Z' },
      '20261204',
      '20261205',
    ],
    [
      'three days over the end of a year',
      { start: '2026-12-30T23:00:00Z', end: '2027-01-02T23:00:00Z' },
      '20261231',
      '20270103',
    ],
    [
      'a day on which the clocks go forward',
      { start: '2027-03-27T23:00:00Z', end: '2027-03-28T22:00:00Z' },
      '20270328',
      '20270329',
    ],
    [
      'a zone west of Greenwich',
      {
        timezone: 'America/Los_Angeles',
        start: '2026-12-04T08:00:00Z',
        end: '2026-12-05T08:00:00Z',
      },
      '20261204',
      '20261205',
    ],
  ]

  test.each(cases)('takes whole days with the end left out: %s', (_, facts, start, end) => {
    const dated = { time_certainty: 'date_only', ...facts } as const
    expect(parameters('google', dated).dates).toBe(`${start}/${end}`)
    const { startdt, enddt, allday } = parameters('outlook', dated)
    expect([startdt?.replaceAll('-', ''), enddt?.replaceAll('-', ''), allday]).toEqual([
      start,
      end,
      'true',
    ])
  })

  test('of which the day is only probable says so in the reader’s language', () => {
    const { details } = parameters('google', { time_certainty: 'tba' }, 'fr' as 'en')
    expect(details).toContain('Jour probable')
    expect(details).toContain('https://hypecal.example/fr/events/an-event')
  })
})

test('a file of the event’s own serves every other calendar', () => {
  expect(buildCalendarLink(event(), 'ical', site)).toBe(
    'https://hypecal.example/feeds/events/an-event.ics',
  )
})

test('an event whose channel is to be announced is placed at its page', () => {
  expect(parameters('google', { watch_urls: [] }).location).toBe(
    'https://hypecal.example/events/an-event',
  )
})

test('a long description and half a character make no address that is refused', () => {
  const link = buildCalendarLink(
    event({ name: 'half \ud83c', description: '🎉'.repeat(4000) }),
    'google',
    site,
  )
  expect(link.length).toBeLessThan(20_000)
  expect(new URL(link).searchParams.get('text')).toBe('half \ufffd')
})
