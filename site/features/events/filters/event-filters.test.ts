import { expect, it } from 'vitest'
import {
  countAgendaFilters,
  filteredEventsPath,
  hasActiveFilters,
  readAgendaFilters,
} from './event-filters.ts'

function filters(query: string) {
  return readAgendaFilters(new URLSearchParams(query))
}

it('reads what the address asks for', () => {
  expect(filters('range=week&language=fr&language=en&game=12&future_only=true')).toMatchObject({
    range: 'week',
    language: ['fr', 'en'],
    game: [12],
    future_only: true,
  })
})

it('leaves out values that mean nothing and keeps the others', () => {
  const read = filters('range=decade&language=xx&platform=twitch&game=abc&tz=Mars/Base&limit=5')
  expect(read).toMatchObject({ range: 'all', language: [], platform: ['twitch'], game: [] })
  expect(read).toMatchObject({ tz: 'UTC', limit: 24 })
  expect(hasActiveFilters(read)).toBe(true)
})

it('takes an empty choice of a form for none', () => {
  expect(hasActiveFilters(filters('game=&range=all'))).toBe(false)
})

it('changes one filter and forgets the page', () => {
  const read = filters('range=week&tz=Europe/Paris&language=fr&cursor=1.2.3.4')
  expect(filteredEventsPath('fr', read, { platform: ['youtube'] })).toBe(
    '/fr/events?language=fr&platform=youtube&range=week&tz=Europe%2FParis',
  )
  expect(filteredEventsPath('en', read, { range: 'all' })).toBe('/events?language=fr')
})

it('counts each value that is on, and neither the time nor the order', () => {
  expect(countAgendaFilters(filters('range=week&tz=Europe/Paris&future_only=1&sort=hype'))).toBe(0)
  expect(countAgendaFilters(filters('language=fr&language=en&game_q=zelda&from=2027-02-28'))).toBe(
    4,
  )
})

it('keeps the good values of a list and leaves out the others', () => {
  const read = filters('language=fr&language=xx&category=music&category=&phase=over&sort=hype')
  expect(read).toMatchObject({ language: ['fr'], category: ['music'], phase: [], sort: 'hype' })
})

it('reads days and parts of names, and no day or page that cannot be', () => {
  const cursor = 'a'.repeat(1001)
  const read = filters(`from=2027-02-28&to=2027-02-31&game_q=zelda&streamer_q=&cursor=${cursor}`)
  expect(read).toMatchObject({ from: '2027-02-28', game_q: 'zelda', streamer_q: '' })
  expect([read.to, read.cursor]).toEqual([undefined, undefined])
})

it('names the zone only where days are asked for', () => {
  const read = filters('from=2027-02-28&tz=Europe/Paris&game_q=zelda')
  expect(filteredEventsPath('en', read)).toBe(
    '/events?from=2027-02-28&game_q=zelda&tz=Europe%2FParis',
  )
  expect(filteredEventsPath('en', read, { from: undefined })).toBe('/events?game_q=zelda')
})

it('counts another order as no filter', () => {
  expect(
    ['sort=newest', 'q=cup', 'game=3'].map((search) => hasActiveFilters(filters(search))),
  ).toEqual([false, true, true])
})
