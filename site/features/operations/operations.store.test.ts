import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { FailedDeliveryView, OperationsView } from '#worker/features/operations/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createOperationsStore } from './operations.store.ts'

const at = '2026-11-20T12:00:00Z'

function summary(changes: Partial<OperationsView> = {}): OperationsView {
  return {
    at,
    hours: 24,
    channels: [],
    mail_pause: null,
    oldest_waiting: null,
    lateness: [],
    incidents: [],
    failures: [],
    jobs: [],
    ...changes,
  }
}

function delivery(id: number, changes: Partial<FailedDeliveryView> = {}): FailedDeliveryView {
  return {
    id: id as FailedDeliveryView['id'],
    status: 'dead',
    channel: 'email',
    kind: 'reminder',
    username: `member-${id}`,
    event: null,
    reason: 'service_failed',
    error: 'mail API answered 500',
    attempts: 6,
    at,
    retry: 'possible',
    ...changes,
  }
}

const queued = delivery(1, { status: 'pending', retry: 'not_dead', attempts: 0 })
const refusal = new ApiError({ status: 409, msg: 'It may have arrived.' })
const lettersPath = 'admin/operations/dead_letters?page=1&per_page=25'
const noDeliveries = { items: [], page: 1, per_page: 25, total: 0 }

function start(answers: Record<string, unknown>) {
  const call = (name: string) =>
    vi.fn(async (path: string, _body?: unknown) => {
      const asked = `${name} ${path}`
      const answer = asked in answers ? answers[asked] : new Error(`nothing answers ${asked}`)
      if (answer instanceof Error) throw answer
      return answer
    })
  const api = { get: call('get'), post: call('post') }
  const voice = { showSuccess: vi.fn(), showError: vi.fn() }
  const onQuery = vi.fn()
  const store = createOperationsStore(
    { api: fakeApi(api), onQuery, ...voice },
    {
      summary: summary(),
      deliveries: { items: [delivery(1), delivery(2)], page: 1, per_page: 25, total: 2 },
      query: { page: 1, per_page: 25 },
    },
  )
  return { store, api, answers, onQuery, ...voice }
}

describe('a retry', () => {
  test('is shown as under way at once, then as the server made it', async () => {
    const { store, api } = start({ 'post admin/operations/dead_letters/1/retry': queued })
    const done = store.retry(delivery(1))
    expect([...store.$retrying.get()]).toEqual([1])
    await store.retry(delivery(1))
    await done
    expect([...store.$retrying.get()]).toEqual([])
    expect(store.deliveries.find(1)).toEqual(queued)
    expect(api.post).toHaveBeenCalledTimes(1)
  })

  test('that is refused leaves the row as it was and says why', async () => {
    const { store, showError } = start({ 'post admin/operations/dead_letters/1/retry': refusal })
    await store.retry(delivery(1))
    expect(store.deliveries.find(1)).toEqual(delivery(1))
    expect([...store.$retrying.get()]).toEqual([])
    expect(showError).toHaveBeenCalledWith('Couldn’t queue it again. It may have arrived.')
  })

  test('of all of one reason says how many, and whether there are more', async () => {
    const { store, api, answers, showSuccess, showError } = start({
      'get admin/operations?hours=24': summary(),
      [`get ${lettersPath}`]: noDeliveries,
      'post admin/operations/dead_letters/retry': { retried: 100, is_more: true },
    })
    await store.retryAll({ reason: 'no_answer', kind: 'reminder' })
    expect(api.post).toHaveBeenCalledWith('admin/operations/dead_letters/retry', {
      reason: 'no_answer',
      kind: 'reminder',
    })
    expect(showSuccess).toHaveBeenLastCalledWith(expect.stringMatching(/^100 .+ There are more/))
    expect(store.deliveries.$list.get().items).toEqual([])
    expect(store.$isStale.get()).toBe(false)
    answers['post admin/operations/dead_letters/retry'] = { retried: 1, is_more: false }
    await store.retryAll({ reason: 'no_answer', kind: 'reminder' })
    expect(showSuccess).toHaveBeenLastCalledWith('1 queued again')
    answers['post admin/operations/dead_letters/retry'] = { retried: 0, is_more: false }
    await store.retryAll({ reason: 'no_answer', kind: 'reminder' })
    expect(showError).toHaveBeenCalledTimes(1)
  })
})

describe('a refresh', () => {
  test('takes the new figures and deliveries', async () => {
    const later = summary({ at: '2026-11-20T12:01:00Z' })
    const { store } = start({
      'get admin/operations?hours=24': later,
      [`get ${lettersPath}`]: { items: [delivery(3)], page: 1, per_page: 25, total: 1 },
    })
    await store.refresh()
    expect(store.$summary.get()).toEqual(later)
    expect(store.deliveries.$list.get()).toMatchObject({ items: [delivery(3)], total: 1 })
    expect(store.$isStale.get()).toBe(false)
  })

  test('that fails keeps the last ones and says that they have aged', async () => {
    const down = new ApiError({ status: 503, msg: 'Down' })
    const answers = { 'get admin/operations?hours=24': down, [`get ${lettersPath}`]: down }
    const { store } = start(answers)
    await store.refresh()
    expect(store.$summary.get()).toEqual(summary())
    expect(store.deliveries.$list.get().items).toHaveLength(2)
    expect(store.$isStale.get()).toBe(true)
  })

  test('does not undo what is being retried meanwhile', async () => {
    const { store } = start({
      'get admin/operations?hours=24': summary(),
      [`get ${lettersPath}`]: { items: [delivery(1)], page: 1, per_page: 25, total: 1 },
      'post admin/operations/dead_letters/1/retry': queued,
    })
    await Promise.all([store.refresh(), store.retry(delivery(1))])
    expect(store.deliveries.find(1)).toEqual(queued)
  })
})

test('another period is asked for and kept in the address', async () => {
  const week = summary({ hours: 168 })
  const { store, onQuery } = start({
    'get admin/operations?hours=168': week,
    [`get ${lettersPath}`]: noDeliveries,
  })
  await store.choosePeriod(168)
  expect(store.$summary.get()).toEqual(week)
  expect(store.$isStale.get()).toBe(false)
  expect(onQuery).toHaveBeenCalledWith({ page: 1, per_page: 25, hours: 168 })
})
