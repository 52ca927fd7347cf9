import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createMyProposalsStore, isCancellable, isEditable } from './my-proposals.store.ts'

function proposal(id: number, status = 'pending') {
  return { id, status } as ProposalView
}

function start() {
  const get = vi.fn(async (_path: string): Promise<unknown> => ({ items: [proposal(2)] }))
  const post = vi.fn(async (_path: string, _body: unknown): Promise<unknown> => proposal(1, 'done'))
  const api = fakeApi({ get, post })
  return { get, post, ...createMyProposalsStore(api, 'upcoming', [proposal(1)]) }
}

test('a period is loaded and shown', async () => {
  const { get, load, $list } = start()
  const done = load('past')
  expect($list.get()).toMatchObject({ period: 'past', isLoading: true })
  await done
  expect(get).toHaveBeenCalledExactlyOnceWith('users/me/events?period=past')
  expect($list.get()).toMatchObject({ items: [{ id: 2 }], isLoading: false })
})

test('the last period asked for wins, whatever answers first', async () => {
  const { get, load, $list } = start()
  let answerFirst: (value: unknown) => void = () => undefined
  get.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
  const first = load('past')
  await load('all')
  answerFirst({ items: [proposal(9)] })
  await first
  expect($list.get()).toMatchObject({ period: 'all', items: [{ id: 2 }] })
})

test('a failure says so and can be tried again', async () => {
  const { get, load, $list } = start()
  get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  await load('all')
  expect($list.get()).toMatchObject({ failure: 'Later', items: [] })
  await load('all')
  expect($list.get()).toMatchObject({ failure: '', items: [{ id: 2 }] })
})

test('an edited proposal takes its place', () => {
  const { replace, $list } = start()
  replace({ ...proposal(1), name: 'New' })
  expect($list.get().items[0]).toMatchObject({ id: 1, name: 'New' })
})

test('only what is not on the agenda can be edited', () => {
  expect(
    ['pending', 'rejected', 'approved', 'disabled'].map((status) =>
      isEditable(proposal(1, status)),
    ),
  ).toEqual([true, true, false, false])
})

test('an event that is called off shows as the server answers', async () => {
  const { post, cancel, $list } = start()
  await cancel(1, { reason: 'The streamer is ill' })
  expect(post).toHaveBeenCalledExactlyOnceWith('events/1/cancel', { reason: 'The streamer is ill' })
  expect($list.get().items).toEqual([proposal(1, 'done')])
})

test.each([
  ['on the agenda', {}, true],
  ['over', { end: '2026-11-20T11:00:00Z' }, false],
  ['called off', { cancelled_at: '2026-11-20T10:00:00Z' }, false],
  ['not decided', { status: 'pending' }, false],
])('an event that is %s can be called off: %o', (_, fields, isPossible) => {
  const event = { ...proposal(1, 'approved'), cancelled_at: null, end: '2026-11-20T13:00:00Z' }
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(isCancellable({ ...event, ...fields } as ProposalView, now)).toBe(isPossible)
})
