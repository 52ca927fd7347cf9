import { expect, test } from 'vitest'
import { EventRange } from '#worker/features/events/contract.ts'
import { filteredEventsPath, readAgendaFilters } from './event-filters.ts'
import { findTimeChoice, toTimeQuery, timeChoices } from './time-choices.ts'

function filters(query: string) {
  return readAgendaFilters(new URLSearchParams(query))
}

test('every range is a choice, and every choice reads its own address', () => {
  expect(
    EventRange.options.filter((one) => !timeChoices.some(({ range }) => range === one)),
  ).toEqual([])
  for (const choice of timeChoices) {
    const path = filteredEventsPath('en', filters(''), toTimeQuery(choice))
    expect([path, findTimeChoice(filters(path.split('?')[1] ?? ''))?.name]).toEqual([
      path,
      choice.name,
    ])
  }
})

test.each([
  ['', 'all'],
  ['language=fr&tz=Europe/Paris', 'all'],
  ['range=tonight&tz=Europe/Paris', 'tonight'],
  ['phase=live', 'live'],
  ['phase=past&sort=hype', 'past'],
  ['future_only=true', 'upcoming'],
  ['range=week&future_only=true', undefined],
  ['range=today&phase=live', undefined],
  ['phase=live&phase=upcoming', undefined],
  ['phase=upcoming', undefined],
  ['from=2027-02-28', undefined],
  ['range=month&to=2027-02-28', undefined],
])('“%s” is the choice %s', (query, name) => {
  expect(findTimeChoice(filters(query))?.name).toBe(name)
})

test('a choice takes the place of any other time and leaves the rest', () => {
  const read = filters('from=2027-02-28&future_only=true&language=fr&range=week&tz=Europe/Paris')
  const paths = timeChoices.map((choice) => filteredEventsPath('en', read, toTimeQuery(choice)))
  expect(paths).toEqual([
    ...['tonight', 'week'].map((range) => `/events?language=fr&range=${range}&tz=Europe%2FParis`),
    '/events?language=fr',
    '/events?language=fr&phase=past',
    '/events?language=fr&phase=live',
    ...['today', 'month'].map((range) => `/events?language=fr&range=${range}&tz=Europe%2FParis`),
    '/events?future_only=true&language=fr',
  ])
})
