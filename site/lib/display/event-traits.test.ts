import { expect, test } from 'vitest'
import type { ListedEvent } from '#worker/features/events/contract.ts'
import { channelTrait, eventTraits } from './event-traits.ts'

const event = {
  id: 7,
  category: 'speedrun',
  language: 'en',
  platform: 'twitch',
  streaming_account_name: '@GamesDoneQuick',
  start: '2026-11-20T12:00:00Z',
  end: '2026-11-20T20:00:00Z',
  channel: { streamer_id: 3, name: 'GDQ', avatar_path: '' },
  participants: [{ streamer_id: 3 }, { streamer_id: 4 }, { streamer_id: null }],
  game: { id: 5 },
  group: { id: 6, slug: 'gdq', name: 'GDQ' },
} as ListedEvent

test('an event has what it can be muted by and what keeps it from that, as words', () => {
  expect(eventTraits(event).split(' ')).toEqual([
    'speedrun',
    'en',
    'streamer-3',
    'twitch%2Fgamesdonequick',
    'streamer-4',
    'game-5',
    'group-6',
    'event-7',
  ])
})

test('more than a day is long; an event without channel, game and group has no word for them', () => {
  const bare = { ...event, channel: null, game: null, group: null, participants: [] }
  const long = { ...bare, streaming_account_name: null, end: '2026-11-21T12:00:01Z' }
  expect(eventTraits(long)).toBe('speedrun en long event-7')
})

test('the row of a series has the later dates too', () => {
  const series = { count: 2, isWeekly: true, laterDates: [{ ...event, id: 8 }] }
  expect(eventTraits({ ...event, series }).split(' ')).toContain('event-8')
})

test('any name of a channel is one word that ends no selector', () => {
  expect(channelTrait({ platform: 'youtube', account: 'A "b"] {' })).toMatch(/^[\w%]+$/)
})
