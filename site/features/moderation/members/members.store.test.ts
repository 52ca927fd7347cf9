import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { MemberHistory, MemberView } from '#worker/features/moderation/members/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createMembersStore } from './members.store.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

function member(id: number, changes: Partial<MemberView> = {}): MemberView {
  return {
    id,
    username: `member-${id}`,
    email: null,
    is_email_verified: false,
    sign_in_methods: ['password'],
    role: 'member',
    is_active: true,
    is_soft_banned: false,
    avatar_path: null,
    streamer: null,
    trust: 50,
    level: 1,
    total_xp: 0,
    created_at: '2027-01-01T00:00:00Z',
    counts: { approved: 0, rejected: 0, pending: 0, disabled: 0, hypes: 0, follows: 0 },
    acts: ['deactivate', 'soft_ban'],
    ...changes,
  }
}

function withHistory(row: MemberView, sessions = 1): MemberHistory {
  return {
    ...row,
    sessions,
    last_seen_at: null,
    mail_problem: null,
    agreements: null,
    accounts: [],
    proposals: [],
    trust_entries: [],
    deliveries: [],
    acts_upon: [],
    acts_by: [],
  }
}

function start(answers: Record<string, unknown>) {
  const call = (name: string) =>
    vi.fn(async (path: string, _body?: unknown) => {
      const answer = answers[`${name} ${path}`]
      if (answer instanceof Error) throw answer
      return answer
    })
  const api = { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') }
  const voice = { showSuccess: vi.fn(), showError: vi.fn() }
  const store = createMembersStore(
    { api: fakeApi(api), onQuery: () => undefined, ...voice },
    {
      list: { items: [member(1), member(2)], page: 1, per_page: 25, total: 2 },
      query: { page: 1, per_page: 25, q: '', role: 'all', state: 'all', sort: '-created' },
    },
  )
  return { store, api, answers, ...voice, ids: () => store.$list.get().items.map(({ id }) => id) }
}

const refusal = new ApiError({ status: 403, msg: 'Only administrators can.' })

describe('an act on a member', () => {
  test('shows what the server made of them, with why it was done', async () => {
    const banned = member(2, { is_soft_banned: true, acts: ['deactivate', 'remove_soft_ban'] })
    const { store, api, showSuccess } = start({ 'post admin/users/2/soft_ban': banned })
    expect(await store.restrict(member(2), 'soft_ban', reasons)).toBe(true)
    expect(api.post).toHaveBeenCalledWith('admin/users/2/soft_ban', reasons)
    expect(store.find(2)).toEqual(banned)
    expect(showSuccess).toHaveBeenCalledWith('member-2 is restricted')
  })

  test('that is refused says why, and changes nothing', async () => {
    const { store, showError } = start({ 'post admin/users/2/deactivate': refusal })
    expect(await store.restrict(member(2), 'deactivate', reasons)).toBe(false)
    expect(store.find(2)).toEqual(member(2))
    expect(showError).toHaveBeenCalledWith('Only administrators can.')
  })

  test('sends a role as the scopes that it has', async () => {
    const { store, api, showSuccess } = start({
      'put admin/users/1/scopes': member(1, { role: 'moderator' }),
    })
    await store.changeRole(member(1), 'moderator', '')
    await store.changeRole(member(1), 'member', 'Left the team')
    expect(api.put.mock.calls.map(([, body]) => body)).toEqual([
      { scopes: ['moderator'], reason: '' },
      { scopes: [], reason: 'Left the team' },
    ])
    expect(showSuccess).toHaveBeenCalledWith('member-1 is now: Moderator')
  })

  test('that deletes takes the row away, and what is open of them', async () => {
    const { store, ids } = start({ 'get admin/users/1': withHistory(member(1)) })
    await store.open(1)
    expect(await store.remove(member(1), reasons)).toBe(true)
    expect(ids()).toEqual([2])
    expect(store.$open.get()).toBeUndefined()
  })
})

describe('an open member', () => {
  test('is loading until the history is there, and may be asked for again', async () => {
    const { store, answers } = start({ 'get admin/users/1': refusal })
    const loading = store.open(1)
    expect(store.$open.get()).toEqual({ id: 1, failure: '' })
    await loading
    expect(store.$open.get()).toEqual({ id: 1, failure: 'Only administrators can.' })
    answers['get admin/users/1'] = withHistory(member(1))
    await store.open(1)
    expect(store.$open.get()?.member?.username).toBe('member-1')
  })

  test('that was closed meanwhile stays closed', async () => {
    const { store } = start({ 'get admin/users/1': withHistory(member(1)) })
    const loading = store.open(1)
    store.close()
    await loading
    expect(store.$open.get()).toBeUndefined()
  })

  test('of which an act got no answer says what failed', async () => {
    const outage = new ApiError({ status: 500, msg: 'Oops' })
    const { store, showError } = start({ 'delete admin/users/1': outage })
    expect(await store.remove(member(1), reasons)).toBe(false)
    expect(showError).toHaveBeenCalledWith('Couldn’t delete member-1’s account. Try again.')
  })

  test('shows an act at once, and then what the log has of it', async () => {
    const inactive = member(1, { is_active: false })
    const { store, answers } = start({
      'get admin/users/1': withHistory(member(1), 3),
      'post admin/users/1/deactivate': inactive,
    })
    await store.open(1)
    answers['get admin/users/1'] = withHistory(inactive, 0)
    const shown: unknown[] = []
    store.$open.listen((open) => shown.push([open?.member?.is_active, open?.member?.sessions]))
    await store.restrict(member(1), 'deactivate', reasons)
    await vi.waitFor(() => expect(shown).toHaveLength(2))
    expect(shown).toEqual([
      [false, 3],
      [false, 0],
    ])
  })
})
