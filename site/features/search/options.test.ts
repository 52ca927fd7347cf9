import { expect, test } from 'vitest'
import type { SearchView } from '#worker/features/search/contract.ts'
import { toOptionGroups } from './options.ts'

const reader = { tag: 'en-GB', timeZone: 'Europe/London', now: Date.parse('2026-11-20T18:00:00Z') }

function titlesFor(text: string, names: { event: string; streamer: string; game: string }) {
  const event = {
    ...{ name: names.event, slug: 'e', platform: 'twitch', streaming_account_name: 'a' },
    ...{ start: '2026-11-22T18:00:00Z', time_certainty: 'exact', thumbnail_path: '/a' },
  }
  const results = {
    events: [event],
    groups: [],
    games: [{ name: names.game, slug: 'g', upcoming_events: 1, thumbnail_path: '/a' }],
    streamers: [{ display_name: names.streamer, id: 1, accounts: [], avatar_path: '/a' }],
  } as unknown as SearchView
  return toOptionGroups({ text, results }, 'en', reader).map(({ title }) => title)
}

test('types stand in one order, those without results left out', () => {
  const names = { event: 'Cup of Zera', streamer: 'The Zera', game: 'Mazera' }
  expect(titlesFor('zera', names)).toEqual(['Events', 'Streamers', 'Games'])
})

test('what begins as the search does comes first, whatever its case and accents', () => {
  const names = { event: 'Trackmania Cup', streamer: 'ZératoR', game: 'Trackmania' }
  expect(titlesFor('zerat', names)).toEqual(['Streamers', 'Events', 'Games'])
  expect(titlesFor('track', names)).toEqual(['Events', 'Games', 'Streamers'])
})
