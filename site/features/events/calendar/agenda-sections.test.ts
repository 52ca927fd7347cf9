import { expect, it } from 'vitest'
import {
  buildAgendaSections,
  toAgendaEntries,
  isSparseMonth,
  toMonthAgendaRange,
  toWeekAgendaRange,
} from './agenda-sections.ts'
import type { CalendarItem } from './entries.ts'

const utc = { tag: 'en', timeZone: 'UTC', now: 0 }

function event(
  name: string,
  start: string,
  end: string,
  facts: Partial<CalendarItem> = {},
): CalendarItem {
  return {
    name,
    startAt: Date.parse(`${start}:00Z`),
    endAt: Date.parse(`${end}:00Z`),
    phase: 'upcoming',
    fixed: undefined,
    start: `${start}:00Z`,
    end: `${end}:00Z`,
    cancelled_at: null,
    group: null,
    ...facts,
  } as CalendarItem
}
const names = (events: readonly CalendarItem[]) => events.map(({ name }) => name)

it('of a week holds its days alone', () => {
  expect(toWeekAgendaRange(['2026-11-22', '2026-11-28'])).toEqual({
    first: '2026-11-22',
    end: '2026-11-29',
    margin: 0,
  })
})

it('tells what is over, what is on and what is to come apart', () => {
  const agenda = buildAgendaSections(
    [
      event('over', '2026-11-02T18:00', '2026-11-02T20:00', { phase: 'past' }),
      event('on', '2026-11-20T18:00', '2026-11-20T20:00', { phase: 'live' }),
      event('to come', '2026-11-25T18:00', '2026-11-25T20:00'),
    ],
    toMonthAgendaRange('2026-11'),
    utc,
  )
  expect(names(agenda.earlier.rest)).toEqual(['over'])
  expect(names(agenda.live)).toEqual(['on'])
  expect(names(agenda.ahead.rest)).toEqual(['to come'])
  expect(agenda.count).toBe(3)
})

it('puts marathons that are on in a list of their own, where there are several', () => {
  const marathon = (name: string) =>
    event(name, '2026-11-18T18:00', '2026-11-24T20:00', { phase: 'live' })
  const short = event('short', '2026-11-20T18:00', '2026-11-20T20:00', { phase: 'live' })
  const [one, two] = [marathon('one'), marathon('two')]

  const several = buildAgendaSections([one, two, short], toMonthAgendaRange('2026-11'), utc)
  expect([names(several.marathons), names(several.live)]).toEqual([['one', 'two'], ['short']])
  expect(names(several.ahead.rest)).toEqual([])

  const single = buildAgendaSections([one, short], toMonthAgendaRange('2026-11'), utc)
  expect([names(single.marathons), names(single.live)]).toEqual([[], ['one', 'short']])
})

it('lists a month that is over in full', () => {
  const past = event('over', '2026-11-02T18:00', '2026-11-02T20:00', { phase: 'past' })
  const agenda = buildAgendaSections([past], toMonthAgendaRange('2026-11'), utc)
  expect([names(agenda.earlier.rest), names(agenda.ahead.rest)]).toEqual([[], ['over']])
})

it('keeps what began before the month and goes on in it', () => {
  const agenda = buildAgendaSections(
    [
      event('long', '2026-10-20T18:00', '2026-11-03T18:00'),
      event('ended', '2026-10-20T18:00', '2026-10-31T18:00'),
    ],
    toMonthAgendaRange('2026-11'),
    utc,
  )
  expect(names(agenda.ahead.continuing)).toEqual(['long'])
  expect([agenda.ahead.rest, agenda.count]).toEqual([[], 1])
})

it('brings a day on either side along without counting it', () => {
  const agenda = buildAgendaSections(
    [
      event('two days before', '2026-10-30T18:00', '2026-10-30T19:00'),
      event('the eve', '2026-10-31T23:30', '2026-11-01T01:00'),
      event('the day after', '2026-12-01T02:00', '2026-12-01T03:00'),
      event('two days after', '2026-12-02T02:00', '2026-12-02T03:00'),
    ],
    toMonthAgendaRange('2026-11'),
    utc,
  )
  expect(names(agenda.ahead.rest)).toEqual(['the eve', 'the day after'])
  expect(agenda.count).toBe(0)
})

it('does not bring along an event without an hour, whose day is the same for all', () => {
  const fixed = { firstDay: '2026-10-31', lastDay: '2026-10-31' }
  const eve = event('eve', '2026-10-30T23:00', '2026-10-31T23:00', { fixed })
  expect(buildAgendaSections([eve], toMonthAgendaRange('2026-11'), utc).ahead.rest).toEqual([])
})

it('tells a group by its first event and holds the others', () => {
  const group = { id: 1, slug: 'cup', name: 'The Cup' }
  const [a, b, c] = ['a', 'b', 'c'].map((name, index) =>
    event(name, `2026-11-0${index + 1}T18:00`, '2026-11-09T18:00', {
      id: index,
      group: name === 'b' ? null : group,
    }),
  )
  const folded = toAgendaEntries([a!, b!, c!]).map(names)
  expect(folded).toEqual([['a', 'c'], ['b']])
})

it('calls a month of seven events sparse, and one of eight not', () => {
  expect([7, 8].map((count) => isSparseMonth({ count }))).toEqual([true, false])
})
