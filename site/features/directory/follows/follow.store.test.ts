import { expect, it, vi } from 'vitest'
import type { FollowView } from '#worker/features/directory/follows/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { isFollowKey, createFollowsStore } from './follow.store.ts'

function start({ refuses = false } = {}) {
  const put = vi.fn(async (_path: string, { followed }: { followed: boolean }) => {
    if (refuses) throw new Error('refused')
    return {
      followed,
      followers: followed ? 9 : 8,
      gamification_info: { gamification: { xp_earned: 3 } },
    } as FollowView
  })
  const onChange = vi.fn()
  const onFailure = vi.fn()
  const onEarned = vi.fn()
  const follows = createFollowsStore({
    api: fakeApi({ put }),
    readHypesAndFollows: async () => ({
      followed_streamers: [12],
      followed_games: [5],
      followed_groups: [9],
    }),
    onChange,
    onFailure,
    onEarned,
    recall: () => undefined,
    onAnswer: vi.fn(),
  })
  return { follows, put, onChange, onFailure, onEarned }
}

it('follows a streamer, a game and a group of the same id apart', async () => {
  const { follows, put, onChange, onEarned } = start()
  follows.add('streamer-3', 8)
  follows.add('game-3', 40)
  await follows.toggle('streamer-3')
  expect(put).toHaveBeenCalledExactlyOnceWith('streamers/3/toggle_follow', { followed: true })
  expect(onChange).toHaveBeenLastCalledWith('streamer-3', { isOn: true, count: 9 })
  expect(onEarned).toHaveBeenCalledExactlyOnceWith({ xp_earned: 3 })
  await follows.set('game-3', true)
  expect(put).toHaveBeenLastCalledWith('games/3/toggle_follow', { followed: true })
  follows.add('group-3', 2)
  await follows.toggle('group-3')
  expect(put).toHaveBeenLastCalledWith('groups/3/toggle_follow', { followed: true })
})

it('goes back to what stood before when the server refuses', async () => {
  const { follows, onChange, onFailure } = start({ refuses: true })
  follows.add('game-7', 2)
  await follows.toggle('game-7')
  expect(onChange.mock.calls).toEqual([
    ['game-7', { isOn: true, count: 3 }],
    ['game-7', { isOn: false, count: 2 }],
  ])
  expect(onFailure).toHaveBeenCalledOnce()
})

it('marks what was followed before, also those that come to the page later', async () => {
  const { follows, onChange } = start()
  follows.add('streamer-12', 0)
  follows.add('streamer-5', 4)
  await follows.load()
  follows.add('game-5', 6)
  follows.add('group-9', 3)
  expect(onChange.mock.calls).toEqual([
    ['streamer-12', { isOn: true, count: 1 }],
    ['game-5', { isOn: true, count: 6 }],
    ['group-9', { isOn: true, count: 3 }],
  ])
})

it.each([
  ['streamer-12', true],
  ['game-1', true],
  ['group-4', true],
  ['streamer-0', false],
  ['event-12', false],
  ['game-1"]', false],
])('takes %s for a follow: %s', (text, isOne) => {
  expect(isFollowKey(text)).toBe(isOne)
})
