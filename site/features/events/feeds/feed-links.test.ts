import { expect, test } from 'vitest'
import { toSubscriptionQuery, readAgendaFilters } from '../filters/event-filters.ts'
import { buildFeedLinks } from './feed-links.ts'

const site = 'https://hypecal.example'

test('a list can be followed by calendar programs, by Google and by feed readers', () => {
  expect(buildFeedLinks(site, 'en')).toEqual({
    ics: 'https://hypecal.example/feeds/events.ics',
    webcal: 'webcal://hypecal.example/feeds/events.ics',
    google:
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fhypecal.example%2Ffeeds%2Fevents.ics',
    rss: 'https://hypecal.example/feeds/events.rss',
    atom: 'https://hypecal.example/feeds/events.atom',
    json: 'https://hypecal.example/feeds/events.json',
  })
})

test('the address names the language of the page, unless it is English', () => {
  const { webcal, rss } = buildFeedLinks(site, 'fr', { of: 'articles' })
  expect([webcal, rss]).toEqual([
    'webcal://hypecal.example/feeds/articles.ics?lang=fr',
    'https://hypecal.example/feeds/articles.rss?lang=fr',
  ])
})

function searchOf(address: string): string {
  const query = toSubscriptionQuery(readAgendaFilters(new URLSearchParams(address)))
  return new URL(buildFeedLinks(site, 'en', { query }).ics).search
}

test('a subscription keeps all filters in one order, but neither the order nor the page', () => {
  const address = 'sort=hype&platform=twitch&language=fr&language=es&from=2027-01-01&cursor=a.0.b.c'
  expect(searchOf(address)).toBe('?from=2027-01-01&language=es&language=fr&platform=twitch')
  expect(searchOf('game_q=zelda&streamer_q=ana&future_only=true')).toBe(
    '?future_only=true&game_q=zelda&streamer_q=ana',
  )
})

test('a zone counts only where days do', () => {
  expect(searchOf('tz=Europe/Paris')).toBe('')
  expect(searchOf('tz=Europe/Paris&range=week')).toBe('?range=week&tz=Europe%2FParis')
  expect(searchOf('tz=Europe/Paris&to=2027-01-01')).toBe('?to=2027-01-01&tz=Europe%2FParis')
})
