import { expect, test } from 'vitest'
import type { SearchView } from '#worker/features/search/contract.ts'
import { toOptionGroups } from './options.ts'

const reader = { tag: 'en-GB', timeZone: 'Europe/London', now: Date.parse('2026-11-20T18:00:00Z') }

type Names = { event: string; streamer: string; game: string }

function groupsFor(text: string, names: Names) {
  const event = {
    ...{ name: names.event, slug: 'e', platform: 'twitch', channel: { name: 'Zera Live' } },
    ...{ start: '2026-11-22T18:00:00Z', time_certainty: 'exact', thumbnail_path: '/a' },
  }
  const results = {
    events: [event],
    groups: [],
    games: [{ name: names.game, slug: 'g', upcoming_events: 1, thumbnail_path: '/a' }],
    streamers: [
      {
        ...{ display_name: names.streamer, id: 1, avatar_path: '/a', platform_followers: 1200 },
        accounts: [{ platform: 'twitch', name: 'zera_handle' }],
      },
    ],
  } as unknown as SearchView
  return toOptionGroups({ text, results }, 'en', reader)
}

const titlesFor = (...search: Parameters<typeof groupsFor>) =>
  groupsFor(...search).map(({ title }) => title)

test('people and channels stand by their names, never by their handles', () => {
  const names = { event: 'Cup', streamer: 'The Zera', game: 'Mazera' }
  const notes = groupsFor('x', names).flatMap(({ options }) => options.map(({ note }) => note))
  expect(notes.slice(0, 2)).toEqual([
    expect.stringMatching(/Twitch.·.Zera Live$/),
    expect.stringMatching(/^Twitch.·.1,200 followers$/),
  ])
})

test('types stand in one order, those without results left out', () => {
  const names = { event: 'Cup of Zera', streamer: 'The Zera', game: 'Mazera' }
  expect(titlesFor('zera', names)).toEqual(['Events', 'Streamers', 'Games'])
})

test('what begins as the search does comes first, whatever its case and accents', () => {
  const names = { event: 'Trackmania Cup', streamer: 'ZératoR', game: 'Trackmania' }
  expect(titlesFor('zerat', names)).toEqual(['Streamers', 'Events', 'Games'])
  expect(titlesFor('track', names)).toEqual(['Events', 'Games', 'Streamers'])
})
