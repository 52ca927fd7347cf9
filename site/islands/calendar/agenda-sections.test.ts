import { expect, it } from 'vitest'
import type { EventSummary } from '#worker/features/events/contract.ts'
import { readAddress } from './address.ts'
import { agendaOf, foldGroups, viewOf } from './agenda-sections.ts'

const utc = { tag: 'en', timeZone: 'UTC', now: 0 }

function event(
  name: string,
  start: string,
  end: string,
  facts: Partial<EventSummary> = {},
): EventSummary {
  return {
    name,
    start: `${start}:00Z`,
    end: `${end}:00Z`,
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    phase: 'upcoming',
    cancelled_at: null,
    group: null,
    ...facts,
  } as EventSummary
}
const names = (events: EventSummary[]) => events.map(({ name }) => name)

it('tells what is over, what is on and what is to come apart', () => {
  const agenda = agendaOf(
    [
      event('over', '2026-11-02T18:00', '2026-11-02T20:00', { phase: 'past' }),
      event('on', '2026-11-20T18:00', '2026-11-20T20:00', { phase: 'live' }),
      event('to come', '2026-11-25T18:00', '2026-11-25T20:00'),
    ],
    '2026-11',
    utc,
  )
  expect(names(agenda.earlier.rest)).toEqual(['over'])
  expect(names(agenda.live)).toEqual(['on'])
  expect(names(agenda.ahead.rest)).toEqual(['to come'])
  expect(agenda.count).toBe(3)
})

it('lists a month that is over in full', () => {
  const past = event('over', '2026-11-02T18:00', '2026-11-02T20:00', { phase: 'past' })
  const agenda = agendaOf([past], '2026-11', utc)
  expect([names(agenda.earlier.rest), names(agenda.ahead.rest)]).toEqual([[], ['over']])
})

it('keeps what began before the month and goes on in it', () => {
  const agenda = agendaOf(
    [
      event('long', '2026-10-20T18:00', '2026-11-03T18:00'),
      event('ended', '2026-10-20T18:00', '2026-10-31T18:00'),
    ],
    '2026-11',
    utc,
  )
  expect(names(agenda.ahead.continuing)).toEqual(['long'])
  expect([agenda.ahead.rest, agenda.count]).toEqual([[], 1])
})

it('brings a day on either side along without counting it', () => {
  const agenda = agendaOf(
    [
      event('two days before', '2026-10-30T18:00', '2026-10-30T19:00'),
      event('the eve', '2026-10-31T23:30', '2026-11-01T01:00'),
      event('the day after', '2026-12-01T02:00', '2026-12-01T03:00'),
      event('two days after', '2026-12-02T02:00', '2026-12-02T03:00'),
    ],
    '2026-11',
    utc,
  )
  expect(names(agenda.ahead.rest)).toEqual(['the eve', 'the day after'])
  expect(agenda.count).toBe(0)
})

it('does not bring along an event without an hour, whose day is the same for all', () => {
  const eve = event('eve', '2026-10-30T23:00', '2026-10-31T23:00', { time_certainty: 'date_only' })
  expect(agendaOf([eve], '2026-11', utc).ahead.rest).toEqual([])
})

it('tells a group by its first event and holds the others', () => {
  const group = { slug: 'cup', name: 'The Cup' }
  const [a, b, c] = ['a', 'b', 'c'].map((name, index) =>
    event(name, `2026-11-0${index + 1}T18:00`, '2026-11-09T18:00', {
      id: index,
      group: name === 'b' ? null : group,
    }),
  )
  const folded = [...foldGroups([a!, b!, c!])].map(([one, held]) => [one.name, names(held)])
  expect(folded).toEqual([
    ['a', ['a', 'c']],
    ['b', ['b']],
  ])
})

it('is a list for a sparse month, what suits the screen for a full one, and always as asked', () => {
  const open = readAddress(new URLSearchParams())
  const asked = readAddress(new URLSearchParams('view=month'))
  expect([7, 8].map((count) => viewOf(open, { count }))).toEqual(['agenda', undefined])
  expect(viewOf(asked, { count: 0 })).toBe('month')
})
