import { describe, expect, test, vi } from 'vitest'
import { ApiError, type Api } from '#site/lib/api.ts'
import type { ProposalView } from '#worker/features/events/contract.ts'
import { actsOn, foresee, remaining } from './acts.ts'
import { createProposals } from './proposals.store.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function proposal(id: number, fields: Partial<ProposalView> = {}): ProposalView {
  return { id, status: 'pending', approve_at: null, rejection: null, ...fields } as ProposalView
}

function conflict(code = 'already_decided') {
  return new ApiError({ status: 409, msg: 'Already decided', code })
}

function start(items = [proposal(1), proposal(2), proposal(3)]) {
  const clock = { now }
  const list = { items, page: 1, per_page: 25, total: items.length }
  const get = vi.fn(async (_path: string): Promise<unknown> => list)
  const post = vi.fn(async (path: string, _body?: unknown): Promise<unknown> => {
    const id = Number(path.split('/')[2])
    return proposal(id, { status: path.endsWith('approve') ? 'approved' : 'rejected' })
  })
  const onQuery = vi.fn()
  const onRefusal = vi.fn()
  const store = createProposals(
    { api: { get, post } as unknown as Api, now: () => clock.now, onQuery, onRefusal },
    { status: 'pending', list },
  )
  const statuses = () => store.$panel.get().items.map(({ status }) => status)
  return { store, get, post, onQuery, onRefusal, statuses, clock }
}

describe('an act', () => {
  test('shows at once, then as the server answers', async () => {
    const { store, post, statuses } = start()
    const done = store.act(2, { name: 'reject', input: { reason_code: 'spam' } })
    expect(statuses()).toEqual(['pending', 'rejected', 'pending'])
    await done
    expect(post).toHaveBeenCalledExactlyOnceWith('admin/proposals/2/reject', {
      reason_code: 'spam',
    })
    expect(statuses()).toEqual(['pending', 'rejected', 'pending'])
  })

  test('repeated while it is under way is sent once', async () => {
    const { store, post } = start()
    const act = { name: 'approve', delay_seconds: 0 } as const
    await Promise.all([store.act(1, act), store.act(1, act)])
    expect(post).toHaveBeenCalledOnce()
  })

  test('taken back while it is under way is sent, then taken back', async () => {
    const { store, post } = start()
    const sent: string[] = []
    let answerApproval: (value: unknown) => void = () => undefined
    post.mockImplementation((path) => {
      sent.push(path)
      if (!path.endsWith('/approve')) return Promise.resolve(proposal(1))
      return new Promise((resolve) => (answerApproval = resolve))
    })
    const shown = () => store.$panel.get().items[0]?.approve_at
    const approving = store.act(1, { name: 'approve', delay_seconds: 60 })
    await store.act(1, { name: 'cancel_approval' })
    expect(shown()).toBeNull()
    answerApproval(proposal(1, { approve_at: '2026-11-20T12:01:00Z' }))
    await approving
    expect(sent).toEqual(['admin/proposals/1/approve', 'admin/proposals/1/cancel_approval'])
    expect(shown()).toBeNull()
  })

  test('waiting behind one that is refused is given up', async () => {
    const { store, post, onRefusal, statuses } = start()
    post.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
    const approving = store.act(1, { name: 'approve', delay_seconds: 60 })
    await store.act(1, { name: 'cancel_approval' })
    await approving
    expect(post).toHaveBeenCalledOnce()
    expect(statuses()[0]).toBe('pending')
    expect(onRefusal).toHaveBeenCalledOnce()
  })

  test('that the state does not allow is not sent', async () => {
    const { store, post } = start([proposal(1, { status: 'approved' })])
    await store.act(1, { name: 'reject', input: { reason: 'No' } })
    await store.act(9, { name: 'reset' })
    expect(post).not.toHaveBeenCalled()
  })

  test('lost to another moderator shows what they decided, and says so', async () => {
    const { store, get, post, onRefusal, statuses } = start()
    post.mockRejectedValueOnce(conflict())
    get.mockResolvedValueOnce(proposal(1, { status: 'approved' }))
    await store.act(1, { name: 'reject', input: { reason_code: 'duplicate' } })
    expect(get).toHaveBeenCalledExactlyOnceWith('admin/proposals/1')
    expect(statuses()[0]).toBe('approved')
    expect(onRefusal).toHaveBeenCalledExactlyOnceWith(
      'Already decided',
      expect.objectContaining({ status: 'approved' }),
    )
  })

  test('that fails goes back to how it was', async () => {
    const { store, get, post, onRefusal, statuses } = start()
    post.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
    await store.act(1, { name: 'disable' })
    expect(statuses()[0]).toBe('pending')
    expect(get).not.toHaveBeenCalled()
    expect(onRefusal).toHaveBeenCalledWith('Later', expect.objectContaining({ id: 1 }))
  })
})

test.each([
  [{ status: 'pending' }, ['approve', 'reject', 'disable']],
  [{ status: 'pending', approve_at: '2026-11-20T12:01:00Z' }, ['cancel_approval']],
  [{ status: 'approved' }, ['reset', 'disable']],
  [{ status: 'rejected' }, ['reset']],
  [{ status: 'disabled' }, ['reset', 'enable']],
] as const)('%o allows %j', (fields, acts) => {
  expect(actsOn(proposal(1, fields))).toEqual(acts)
})

test('a delayed approval waits, an immediate one does not', () => {
  const later = foresee(proposal(1), { name: 'approve', delay_seconds: 60 }, now)
  expect(later).toMatchObject({ status: 'pending', approve_at: '2026-11-20T12:01:00.000Z' })
  expect(foresee(later, { name: 'cancel_approval' }, now).approve_at).toBeNull()
  const atOnce = foresee(proposal(1), { name: 'approve', delay_seconds: 0 }, now)
  expect(atOnce).toMatchObject({ status: 'approved', approve_at: null })
})

test.each([
  ['2026-11-20T12:01:05Z', '01:05'],
  ['2026-11-20T12:01:00.400Z', '01:00'],
  ['2026-11-20T11:59:00Z', '00:00'],
  ['2026-11-20T13:00:00Z', '1:00:00'],
])('until %s remain %s', (until, text) => {
  expect(remaining(until, now)).toBe(text)
})

describe('the queue', () => {
  test('is loaded by status and page, and the address follows', async () => {
    const { store, get, onQuery } = start()
    await store.load({ status: 'rejected', page: 2, per_page: 10 })
    expect(get).toHaveBeenCalledExactlyOnceWith(
      'admin/proposals?page=2&per_page=10&status=rejected',
    )
    expect(onQuery).toHaveBeenCalledWith({ status: 'rejected', page: 2, per_page: 10 })
  })

  test('shows the last thing asked for, whatever answers first', async () => {
    const { store, get } = start()
    let answerFirst: (value: unknown) => void = () => undefined
    get.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
    const first = store.load({ status: 'all' })
    await store.load({ status: 'rejected' })
    answerFirst({ items: [], page: 1, per_page: 25, total: 0 })
    await first
    expect(store.$panel.get()).toMatchObject({ status: 'rejected', total: 3, isLoading: false })
  })

  test('that cannot be loaded says why', async () => {
    const { store, get } = start()
    get.mockRejectedValueOnce(new ApiError({ status: 403, msg: 'Not for you' }))
    await store.load({ status: 'all' })
    expect(store.$panel.get()).toMatchObject({ failure: 'Not for you', items: [] })
  })

  test('asks again about approvals whose time has come, and only those', async () => {
    const { store, get, clock, statuses } = start([
      proposal(1, { approve_at: '2026-11-20T12:01:00Z' }),
      proposal(2, { approve_at: '2026-11-20T12:30:00Z' }),
    ])
    await store.refreshDue()
    expect(get).not.toHaveBeenCalled()
    clock.now += 60_000
    get.mockResolvedValueOnce(proposal(1, { status: 'approved' }))
    await store.refreshDue()
    expect(get).toHaveBeenCalledExactlyOnceWith('admin/proposals/1')
    expect(statuses()).toEqual(['approved', 'pending'])
  })

  test('is walked by keys from the first to the last', () => {
    const { store } = start()
    const walk = (...steps: (1 | -1)[]) => {
      for (const step of steps) store.move(step)
      return store.selected()?.id
    }
    expect(walk(1)).toBe(1)
    expect(walk(1, 1, 1)).toBe(3)
    expect(walk(-1)).toBe(2)
  })
})
