import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { ReportedSubjectView } from '#worker/features/moderation/reports/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createReportsStore } from './reports.store.ts'

function reported(id: number): ReportedSubjectView {
  return {
    id,
    newest_id: id + 100,
    subject: { type: 'event', id },
    name: `Event ${id}`,
    address: `event-${id}`,
    pictures: [],
    reporters: 1,
    reasons: [{ reason: 'spam', count: 1 }],
    texts: [],
    first_at: '2027-01-01T00:00:00Z',
    last_at: '2027-01-01T00:00:00Z',
    decision: null,
  }
}

const query = { page: 1, per_page: 25, state: 'open' } as const
const page = (...ids: number[]) => ({ items: ids.map(reported), ...query, total: ids.length })

function start(answer: unknown, left = page(2)) {
  const api = {
    get: vi.fn(async () => left),
    post: vi.fn(async (_path: string, _sent: unknown) => {
      if (answer instanceof Error) throw answer
      return answer
    }),
  }
  const toaster = { showSuccess: vi.fn(), showError: vi.fn() }
  const store = createReportsStore(
    { api: fakeApi(api), onQuery: () => undefined, ...toaster },
    { list: page(1, 2), query },
  )
  return { store, api, ...toaster, ids: () => store.$list.get().items.map(({ id }) => id) }
}

describe('a decision', () => {
  test('covers what was seen, and then shows the list as it is', async () => {
    const { store, api, ids, showSuccess } = start(undefined)
    await store.decide([1], 'dismissed')
    const items = [{ subject: { type: 'event', id: 1 }, newest_id: 101 }]
    expect(api.post).toHaveBeenCalledWith('admin/reports/decide', { outcome: 'dismissed', items })
    expect(ids()).toEqual([2])
    expect(showSuccess).toHaveBeenCalledWith('Reports about Event 1 dismissed')
  })

  test('of all that is marked is one call, after which nothing is', async () => {
    const { store, api, showSuccess } = start(undefined, page())
    store.toggleAll()
    await store.decide(store.$marked.get(), 'acted')
    expect(api.post).toHaveBeenCalledTimes(1)
    expect(store.$marked.get().size).toBe(0)
    expect(showSuccess).toHaveBeenCalledWith('2 marked as resolved')
  })

  test('that came second says so, and shows what is left', async () => {
    const msg = 'These reports have already been reviewed.'
    const { store, ids, showError } = start(new ApiError({ status: 409, msg }))
    await store.decide([1], 'acted')
    expect(showError).toHaveBeenCalledWith(msg)
    expect(ids()).toEqual([2])
  })

  test('of nothing asks for nothing', async () => {
    const { store, api } = start(undefined)
    await store.decide([], 'acted')
    expect(api.post).not.toHaveBeenCalled()
  })
})
