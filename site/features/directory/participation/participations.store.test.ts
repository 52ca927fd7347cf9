import { expect, test, vi } from 'vitest'
import type { ParticipationView } from '#worker/features/moderation/participation/contract.ts'
import { toParticipationChoice, createParticipationsStore } from './participations.store.ts'

function itemOf(id: number, changes: Partial<ParticipationView> = {}): ParticipationView {
  const start = '2027-03-01T18:00:00Z'
  return {
    streamer_id: 7,
    event: { id, slug: `e-${id}`, name: 'Show', start, timezone: 'UTC', time_certainty: 'exact' },
    answer: null,
    can_answer: true,
    ...changes,
  }
}

function setUp(first: ParticipationView[] = []) {
  const api = { get: vi.fn(), put: vi.fn(), delete: vi.fn() }
  const [showSuccess, showError] = [vi.fn(), vi.fn()]
  const store = createParticipationsStore({ api: api as never, first, showSuccess, showError })
  return { api, store, showError }
}

const params = { event: 2, streamer: 7 }

test('loads what names the member', async () => {
  const { api, store } = setUp()
  api.get.mockResolvedValue({ items: [itemOf(1)] })
  await store.load()
  expect(api.get).toHaveBeenCalledExactlyOnceWith('users/me/participations')
  expect(store.$items.get()).toEqual([itemOf(1)])
})

test.each([
  ['confirmed', true],
  [null, false],
] as const)('sends the answer %s and keeps what came of it', async (answer, confirmed) => {
  const { api, store } = setUp([itemOf(1), itemOf(2)])
  api.put.mockResolvedValue(itemOf(2, { answer }))
  expect(await store.answer(itemOf(2), answer)).toBe(true)
  const path = 'events/:event/participants/:streamer/confirmation'
  expect(api.put).toHaveBeenCalledExactlyOnceWith(path, { params, body: { confirmed } })
  expect(store.$items.get()).toEqual([itemOf(1), itemOf(2, { answer })])
})

test('removes the member from one event', async () => {
  const { api, store } = setUp([itemOf(1), itemOf(2)])
  api.delete.mockResolvedValue(itemOf(2, { answer: 'removed' }))
  await store.answer(itemOf(2), 'removed')
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('events/:event/participants/:streamer', {
    params,
  })
  expect(store.$items.get().map(({ answer }) => answer)).toEqual([null, 'removed'])
})

test('a refused answer changes nothing and is said', async () => {
  const { api, store, showError } = setUp([itemOf(2)])
  api.put.mockRejectedValue(new TypeError('offline'))
  expect(await store.answer(itemOf(2), 'confirmed')).toBe(false)
  expect(store.$items.get()).toEqual([itemOf(2)])
  expect(showError).toHaveBeenCalledOnce()
})

test('only a proven member has a choice', () => {
  expect(toParticipationChoice(itemOf(1))).toBe('open')
  expect(toParticipationChoice(itemOf(1, { answer: 'removed' }))).toBe('removed')
  expect(toParticipationChoice(itemOf(1, { answer: null, can_answer: false }))).toBe('not_proven')
})
