import { expect, test } from 'vitest'
import { readFilters } from '../filters/event-filters.ts'
import { feedLinks, subscribableFilters } from './feed-links.ts'

test('a list can be followed by calendar programs, by Google and by feed readers', () => {
  expect(feedLinks('https://hypecal.example')).toEqual({
    ics: 'https://hypecal.example/feeds/events.ics',
    webcal: 'webcal://hypecal.example/feeds/events.ics',
    google:
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fhypecal.example%2Ffeeds%2Fevents.ics',
    rss: 'https://hypecal.example/feeds/events.rss',
  })
})

test('a subscription keeps the filters that last, in one order', () => {
  const address = 'sort=hype&platform=twitch&language=fr&language=es&from=2027-01-01&cursor=a.0.b.c'
  const query = subscribableFilters(readFilters(new URLSearchParams(address)))
  expect(feedLinks('https://hypecal.example', query).ics).toBe(
    'https://hypecal.example/feeds/events.ics?language=es&language=fr&platform=twitch',
  )
})

test('a zone counts only where a range does', () => {
  const search = (address: string) => {
    const query = subscribableFilters(readFilters(new URLSearchParams(address)))
    return new URL(feedLinks('https://hypecal.example', query).rss).search
  }
  expect(search('tz=Europe/Paris')).toBe('')
  expect(search('tz=Europe/Paris&range=week')).toBe('?range=week&tz=Europe%2FParis')
})
