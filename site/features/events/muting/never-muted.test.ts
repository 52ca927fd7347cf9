import { expect, test } from 'vitest'
import { listNeverMutedTraits } from './never-muted.ts'

const none = {
  hyped_events: [],
  followed_streamers: [],
  followed_games: [],
  followed_groups: [],
  own_streamer: null,
}

test('what a person hyped, follows or is, is never muted', () => {
  const relations = {
    hyped_events: [1],
    followed_streamers: [2],
    followed_games: [3],
    followed_groups: [4],
    own_streamer: 5,
  }
  expect(listNeverMutedTraits(relations).toSorted()).toEqual([
    'event-1',
    'game-3',
    'group-4',
    'streamer-2',
    'streamer-5',
  ])
  expect(listNeverMutedTraits(none)).toEqual([])
})

test('of very many hypes the latest count, which come first', () => {
  const hyped_events = Array.from({ length: 300 }, (_, index) => index + 1)
  const traits = listNeverMutedTraits({ ...none, hyped_events })
  expect([traits.length, traits[0], traits.at(-1)]).toEqual([200, 'event-1', 'event-200'])
})
