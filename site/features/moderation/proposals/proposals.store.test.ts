import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import {
  listAllowedModerationActions,
  toOptimisticProposal,
  formatRemainingTime,
} from './actions.ts'
import { createProposalsStore } from './proposals.store.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
import { takenBack } from './actions.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function proposal(id: number, fields: Partial<ProposalView> = {}): ProposalView {
  return {
    id,
    name: `Gala ${id}`,
    status: 'pending',
    approve_at: null,
    cancelled_at: null,
    withdrawn_at: null,
    reviewed_at: '2026-11-19T12:00:00Z',
    needs_other_reviewer: false,
    rejection: null,
    end: '2026-12-01T12:00:00Z',
    updated_at: '2026-11-19T12:00:00Z',
    ...fields,
  } as ProposalView
}

function conflict(code = 'already_decided') {
  return new ApiError({ status: 409, msg: 'Already decided', code })
}

function start(items = [proposal(1), proposal(2), proposal(3)]) {
  const clock = { now }
  const counts = { pending: items.length, unreviewed: 2, approved: 7, rejected: 1000, disabled: 0 }
  const list = { items, page: 1, per_page: 25, total: items.length, counts }
  const get = vi.fn(async (_path: string): Promise<unknown> => list)
  const post = vi.fn(async (path: string, _body?: unknown): Promise<unknown> => {
    const id = Number(path.split('/')[2])
    return proposal(id, { status: path.endsWith('approve') ? 'approved' : 'rejected' })
  })
  const onQuery = vi.fn()
  const onDone = vi.fn()
  const onRefusal = vi.fn()
  const store = createProposalsStore(
    { api: fakeApi({ get, post }), now: () => clock.now, onQuery, onDone, onRefusal },
    { list, query: { status: 'pending', q: '', sort: '', page: 1, per_page: 25 } },
  )
  const statuses = () => store.$list.get().items.map(({ status }) => status)
  const selected = () => store.$selectedId.get()
  const countsNow = () => store.$counts.get()
  return { store, get, post, onQuery, onDone, onRefusal, statuses, selected, countsNow, clock }
}

describe('the counts', () => {
  test('follow a review of what was published without one', async () => {
    const { store, post, countsNow } = start([
      proposal(1, { status: 'approved', reviewed_at: null }),
    ])
    post.mockResolvedValueOnce(proposal(1, { status: 'approved' }))
    await store.act(1, { name: 'review' })
    expect(countsNow()).toMatchObject({ unreviewed: 1, approved: 7 })
  })

  test('follow an act at once, except where they reached their limit', async () => {
    const { store, countsNow } = start()
    const approving = store.act(1, { name: 'approve', delay_seconds: 60 })
    expect(countsNow()).toMatchObject({ pending: 2, approved: 7 })
    await approving
    await store.act(2, { name: 'reject', input: { reason_code: 'spam' } })
    expect(countsNow()).toMatchObject({ pending: 1, rejected: 1000 })
  })
})

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

  test('leads to the next proposal that waits, and at the end back to one before', async () => {
    const approved = proposal(3, { status: 'approved' })
    const { store, selected } = start([proposal(1), proposal(2), approved, proposal(4)])
    store.select(2)
    const input = { reason_code: 'spam' } as const
    const done = store.act(2, { name: 'reject', input })
    expect(selected()).toBe(4)
    await done
    await store.act(4, { name: 'reject', input })
    expect(selected()).toBe(1)
    await store.act(1, { name: 'reject', input })
    expect(selected()).toBe(1)
  })

  test('tells what was seen, so that a later edit is not approved unseen', async () => {
    const { store, post } = start()
    await store.act(1, { name: 'approve', delay_seconds: 60 })
    expect(post).toHaveBeenCalledExactlyOnceWith('admin/proposals/1/approve', {
      delay_seconds: 60,
      seen_updated_at: '2026-11-19T12:00:00Z',
    })
  })

  test('can be taken back from where it was waiting, and only from there', async () => {
    const { store, post, onDone } = start([proposal(1), proposal(2, { status: 'approved' })])
    await store.act(1, { name: 'reject', input: { reason_code: 'spam' } })
    const undo = onDone.mock.calls[0]?.[2] as () => void
    undo()
    expect(post).toHaveBeenLastCalledWith('admin/proposals/1/reset', takenBack.input)
    await store.act(2, { name: 'disable', input: reasons })
    expect(onDone.mock.calls[1]?.[2]).toBeUndefined()
  })

  test('is taken back also when the list shows it no more, and then shows again', async () => {
    const { store, get, post, onDone, statuses } = start([proposal(1)])
    await store.act(1, { name: 'reject', input: { reason_code: 'spam' } })
    const list = { page: 1, per_page: 25, total: 0 }
    get.mockResolvedValueOnce({ ...list, items: [] })
    await store.load()
    get.mockResolvedValueOnce({ ...list, items: [proposal(1)], total: 1 })
    const undo = onDone.mock.calls[0]?.[2] as () => void
    undo()
    await vi.waitFor(() => expect(statuses()).toEqual(['pending']))
    expect(post).toHaveBeenLastCalledWith('admin/proposals/1/reset', takenBack.input)
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
    const shown = () => store.$list.get().items[0]?.approve_at
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
    await store.act(9, takenBack)
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
    await store.act(1, { name: 'disable', input: reasons })
    expect(statuses()[0]).toBe('pending')
    expect(get).not.toHaveBeenCalled()
    expect(onRefusal).toHaveBeenCalledWith('Later', expect.objectContaining({ id: 1 }))
  })
})

test.each([
  [{ status: 'pending' }, ['approve', 'reject', 'disable', 'edit']],
  [{ status: 'pending', approve_at: '2026-11-20T12:01:00Z' }, ['cancel_approval']],
  [{ status: 'pending', needs_other_reviewer: true }, ['reject', 'disable', 'edit']],
  [{ status: 'approved' }, ['edit', 'reset', 'disable', 'cancel']],
  [{ status: 'approved', reviewed_at: null }, ['edit', 'review', 'reset', 'disable', 'cancel']],
  [
    { status: 'approved', reviewed_at: null, needs_other_reviewer: true },
    ['reset', 'disable', 'cancel'],
  ],
  [{ status: 'approved', end: '2026-11-20T11:00:00Z' }, ['reset', 'disable']],
  [{ status: 'approved', cancelled_at: '2026-11-20T11:00:00Z' }, ['reset', 'disable']],
  [{ status: 'rejected' }, ['reset', 'edit']],
  [{ status: 'disabled' }, ['reset', 'enable', 'edit']],
  [{ status: 'disabled', withdrawn_at: '2026-11-20T11:00:00Z' }, []],
] as const)('%o allows %j', (fields, acts) => {
  expect(listAllowedModerationActions(proposal(1, fields), now).toSorted()).toEqual(acts.toSorted())
})

describe('what is marked', () => {
  const answer = (ids: number[]) => ({
    items: ids.map((id) => ({
      id,
      outcome: 'done',
      proposal: proposal(id, { status: 'rejected' }),
    })),
  })

  test('is decided in one call, which skips what the act is not for', async () => {
    const { store, post, statuses } = start([
      proposal(1),
      proposal(2, { status: 'approved' }),
      proposal(3),
    ])
    store.toggleAll()
    post.mockResolvedValueOnce(answer([1, 3]))
    await store.actOnMarked({ name: 'reject', input: { reason_code: 'spam' } })
    expect(post).toHaveBeenCalledExactlyOnceWith('admin/proposals/bulk', {
      ids: [1, 3],
      act: 'reject',
      reason_code: 'spam',
    })
    expect(statuses()).toEqual(['rejected', 'approved', 'rejected'])
    expect([...store.$marked.get()]).toEqual([])
  })

  test('and refused is told one by one, as it stands now', async () => {
    const { store, post, onRefusal, statuses } = start()
    store.toggle(1)
    store.toggle(2)
    store.toggle(2)
    const proposalNow = proposal(1, { status: 'approved' })
    post.mockResolvedValueOnce({
      items: [{ id: 1, outcome: 'refused', code: 'x', msg: 'Too late', proposal: proposalNow }],
    })
    await store.actOnMarked({ name: 'approve', delay_seconds: 0 })
    expect(post).toHaveBeenCalledWith('admin/proposals/bulk', {
      ids: [1],
      act: 'approve',
      delay_seconds: 0,
      seen_updated_at: { 1: '2026-11-19T12:00:00Z' },
    })
    expect(onRefusal).toHaveBeenCalledExactlyOnceWith('Too late', proposalNow)
    expect(statuses()).toEqual(['approved', 'pending', 'pending'])
  })

  test('stays as it was when the call fails', async () => {
    const { store, post, onRefusal, statuses } = start()
    store.toggleAll()
    post.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
    await store.actOnMarked({ name: 'disable', input: reasons })
    expect(onRefusal).toHaveBeenCalledExactlyOnceWith('Later', undefined)
    expect(statuses()).toEqual(['pending', 'pending', 'pending'])
  })
})

test('a delayed approval waits, an immediate one does not', () => {
  const later = toOptimisticProposal(proposal(1), { name: 'approve', delay_seconds: 60 }, now)
  expect(later).toMatchObject({ status: 'pending', approve_at: '2026-11-20T12:01:00.000Z' })
  expect(toOptimisticProposal(later, { name: 'cancel_approval' }, now).approve_at).toBeNull()
  const atOnce = toOptimisticProposal(proposal(1), { name: 'approve', delay_seconds: 0 }, now)
  expect(atOnce).toMatchObject({ status: 'approved', approve_at: null })
})

test.each([
  ['2026-11-20T12:01:05Z', '01:05'],
  ['2026-11-20T12:01:00.400Z', '01:00'],
  ['2026-11-20T11:59:00Z', '00:00'],
  ['2026-11-20T13:00:00Z', '1:00:00'],
])('until %s remain %s', (until, text) => {
  expect(formatRemainingTime(until, now)).toBe(text)
})

describe('the queue', () => {
  test('is loaded anew with its first selected and nothing marked, and the address follows', async () => {
    const { store, get, onQuery, selected } = start()
    store.select(1)
    store.toggle(1)
    await store.load({ status: 'rejected' })
    expect(get).toHaveBeenCalledExactlyOnceWith(
      'admin/proposals?page=1&per_page=25&status=rejected',
    )
    expect(onQuery).toHaveBeenCalledWith(expect.objectContaining({ status: 'rejected', page: 1 }))
    expect([selected(), store.$marked.get().size]).toEqual([1, 0])
    expect(store.$focusedId.get()).toBeUndefined()
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
    const { store, selected } = start()
    const walk = (...steps: (1 | -1)[]) => {
      for (const step of steps) store.move(step)
      return store.$selectedId.get()
    }
    expect(selected()).toBe(1)
    expect(walk(1)).toBe(2)
    expect(walk(1, 1, 1)).toBe(3)
    expect(walk(-1)).toBe(2)
  })
})
