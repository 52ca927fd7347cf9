import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { RankedMember } from '#worker/features/gamification/leaderboard/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createLeaderboardStore } from './leaderboard.store.ts'

const member: RankedMember = {
  id: 7,
  rank: 1,
  username: 'Ada',
  avatar_url: '/media/avatar.svg',
  level: 2,
  xp: 120,
  total_xp: 150,
  absences: [],
  acts: ['correct', 'exclude', 'suspend'],
}
const excluded: RankedMember = { ...member, rank: null, absences: ['excluded'] }

function start(put: () => Promise<unknown>) {
  const api = {
    get: vi.fn((_path: string) =>
      Promise.resolve({ items: [excluded], page: 2, per_page: 25, total: 26 }),
    ),
    put: vi.fn((_path: string, _body?: unknown, _headers?: Record<string, string>) => put()),
  }
  const showSuccess = vi.fn()
  const store = createLeaderboardStore(
    { api: fakeApi(api), onQuery: () => undefined, showSuccess },
    {
      list: { items: [member], page: 2, per_page: 25, total: 26 },
      query: { page: 2, per_page: 25, period: 'week', q: 'a', state: 'all' },
    },
  )
  return { store, api, showSuccess }
}

test('after an act the same page is loaded anew, since ranks move', async () => {
  const { store, api, showSuccess } = start(() => Promise.resolve(excluded))
  await store.act(member, 'exclude', 'Two accounts')
  expect(api.put.mock.calls).toEqual([['admin/leaderboard/7/exclude', { reason: 'Two accounts' }]])
  expect(api.get.mock.calls).toEqual([
    ['admin/leaderboard?page=2&per_page=25&period=week&q=a&state=all'],
  ])
  expect(store.find(7)).toEqual(excluded)
  expect(showSuccess).toHaveBeenCalledWith('Ada removed from the leaderboard')
})

test('a correction goes with its key, and is said with its sign', async () => {
  const { store, api, showSuccess } = start(() => Promise.resolve(member))
  await store.correct(member, { points: 1200, reason: 'Lost in a crash' }, 'one')
  expect(api.put.mock.calls).toEqual([
    [
      'admin/leaderboard/7/correct',
      { points: 1200, reason: 'Lost in a crash' },
      { 'idempotency-key': 'one' },
    ],
  ])
  expect(showSuccess).toHaveBeenCalledWith('Ada’s XP corrected: +1,200')
})

test('what is refused is told to the dialog, and nothing is loaded', async () => {
  const refusal = new ApiError({ status: 409, code: 'not_enough_xp', msg: 'Too few.' })
  const { store, api, showSuccess } = start(() => Promise.reject(refusal))
  const correction = store.correct(member, { points: -500, reason: 'Scripted' }, 'one')
  await expect(correction).rejects.toBe(refusal)
  expect([api.get.mock.calls, showSuccess.mock.calls]).toEqual([[], []])
})
