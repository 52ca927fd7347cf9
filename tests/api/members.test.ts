import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  MemberAction,
  MemberHistory,
  MemberRole,
  MemberView,
} from '#worker/features/moderation/members/contract.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { insertDelivery } from '#tests/support/factories/deliveries.ts'
import { type Member, createMember, password } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { personColumns, insertFullMember } from '#tests/support/factories/full-member.ts'
import { logIn, proposeEvent, publishEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
let moderator: Member
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

const calls: Record<MemberAction, { method: string; part: string; body?: unknown }> = {
  activate: { method: 'POST', part: '/activate' },
  deactivate: { method: 'POST', part: '/deactivate', body: reasons },
  soft_ban: { method: 'POST', part: '/soft_ban', body: reasons },
  remove_picture: { method: 'POST', part: '/remove_picture', body: reasons },
  remove_soft_ban: { method: 'POST', part: '/remove_soft_ban' },
  show_email: { method: 'POST', part: '/email' },
  send_deletion_link: { method: 'POST', part: '/deletion_link' },
  change_scopes: { method: 'PUT', part: '/scopes', body: { scopes: ['moderator'] } },
  delete: { method: 'DELETE', part: '', body: reasons },
}

function act<Body = MemberView & ErrorEnvelope>(
  by: Pick<Member, 'token'>,
  name: MemberAction,
  on: number,
  body: unknown = calls[name].body,
) {
  const { method, part } = calls[name]
  return worker.call<Body>(method, `admin/users/${on}${part}`, { token: by.token, body })
}

function list(search: string, by: Member = moderator) {
  return worker.call<AdminPage<MemberView>>('GET', `admin/users?${search}`, { token: by.token })
}

async function open(id: number, { token }: Pick<Member, 'token'> = moderator) {
  return worker.get<MemberHistory>(`admin/users/${id}`, { token })
}

function written(id: number) {
  return worker.sql<Record<'act' | 'by' | 'from' | 'to' | 'reason', unknown>>`select act, actor_id
    as by, from_state as "from", to_state as "to", reason
    from audit_entries where subject_type = 'user' and subject_id = ${id} order by id`
}

async function rowOf(id: number) {
  const [row] = await worker.sql<{ role: string; is_active: number; is_soft_banned: number }>`select
    role, is_active, is_soft_banned from users where id = ${id}`
  return row
}

type Target = MemberRole | 'oneself'
type Verdicts = Record<Target, string>
const closed: Verdicts = {
  member: '403 forbidden',
  moderator: '403 forbidden',
  admin: '403 forbidden',
  oneself: '403 forbidden',
}
const onMembers: Verdicts = {
  member: 'done',
  moderator: '403 member_protected',
  admin: '403 member_protected',
  oneself: '409 own_account',
}
const onAll: Verdicts = {
  member: 'done',
  moderator: 'done',
  admin: 'done',
  oneself: '409 own_account',
}
const rights: Record<MemberAction, Record<MemberRole, Verdicts>> = {
  activate: { member: closed, moderator: onMembers, admin: onAll },
  deactivate: { member: closed, moderator: onMembers, admin: onAll },
  soft_ban: { member: closed, moderator: onMembers, admin: onAll },
  remove_soft_ban: { member: closed, moderator: onMembers, admin: onAll },
  remove_picture: { member: closed, moderator: onMembers, admin: onAll },
  change_scopes: {
    member: closed,
    moderator: closed,
    admin: { ...onAll, oneself: '409 own_scopes' },
  },
  show_email: { member: closed, moderator: closed, admin: onAll },
  send_deletion_link: { member: closed, moderator: closed, admin: onAll },
  delete: { member: closed, moderator: closed, admin: onAll },
}
/** State in which an act changes something. */
const before: Partial<Record<MemberAction, string>> = {
  activate: 'is_active = 0',
  remove_soft_ban: 'is_soft_banned = 1',
  remove_picture: "avatar_path = 'avatars/face.png'",
}

test('what a member agreed to is shown to administrators alone', async () => {
  const admin = await createMember(worker, { role: 'admin' })
  const { userId } = await createMember(worker)
  await worker.sql`update users set terms_version = '2026-11-29' where id = ${userId}`
  await worker.sql`insert into marketing_consents (user_id, purpose, at, is_given, way, text)
    values (${userId}, 'hype_faces', 0, 1, 'switch', 'Yes')`
  const shown = { purpose: 'hype_faces', is_given: true, way: 'switch', at: '1970-01-01T00:00:00Z' }
  const { agreements } = await worker.get<MemberHistory>(`admin/users/${userId}`, admin)
  expect(agreements).toEqual({ terms_version: '2026-11-29', consents: [shown] })
  expect((await open(userId)).agreements).toBeNull()
})

describe('who may do what to whom', () => {
  const acts = Object.keys(rights) as MemberAction[]
  const roles: MemberRole[] = ['member', 'moderator', 'admin']
  const cells = acts.flatMap((name) => roles.map((role) => [name, role] as const))

  test.each(cells)('%s by a person who is %s', async (name, role) => {
    const found: Partial<Verdicts> = {}
    for (const target of [...roles, 'oneself'] as const) {
      const actor = await createMember(worker, { role })
      const other = target === 'oneself' ? actor : await createMember(worker, { role: target })
      const state = before[name]
      // The actor keeps their state: a member who is shut out cannot act at all.
      if (state && other !== actor) {
        await query(worker, `update users set ${state} where id = ?`, other.userId)
      }
      const was = await rowOf(other.userId)
      const { status, body } = await act(actor, name, other.userId)
      const isDone = status === 200 || status === 204
      found[target] = isDone ? 'done' : `${status} ${body.code}`
      if (!isDone) expect(await rowOf(other.userId)).toEqual(was)
      // A moderator who is made one is none the more so.
      const isChange = isDone && !(name === 'change_scopes' && target === 'moderator')
      const log = (await written(other.userId)).map((entry) => entry.act)
      expect([target, log]).toEqual([target, isChange ? [nameInLog(name)] : []])
    }
    expect(found).toEqual(rights[name][role])
  })

  test('is said by the list: what is offered can be done, and nothing else', async ({ admin }) => {
    const target = await createMember(worker)
    const offered = async (by: Member, who: Member) => {
      const { body } = await list(`q=${who.username}`, by)
      return body.items.find(({ id }) => id === who.userId)?.acts
    }
    expect(await offered(moderator, target)).toEqual(['deactivate', 'soft_ban'])
    expect(await offered(moderator, admin)).toEqual([])
    expect(await offered(admin, admin)).toEqual([])
    await act(moderator, 'deactivate', target.userId)
    await act(moderator, 'soft_ban', target.userId)
    expect(await offered(admin, target)).toEqual([
      'activate',
      'remove_soft_ban',
      'show_email',
      'send_deletion_link',
      'change_scopes',
      'delete',
    ])
  })

  test('of an account that is not there is 404, whatever the act', async ({ admin }) => {
    for (const name of acts) {
      const { status, body } = await act(admin, name, 999_999)
      expect([name, status, body.code]).toEqual([name, 404, 'user_not_found'])
    }
  })
})

function nameInLog(name: MemberAction): string {
  return name === 'change_scopes' ? 'change_role' : name
}

describe('deactivating', () => {
  test('shuts every session out at once and for good, and activating lets the member sign in again [ASVS 7.4.2, 7.4.5]', async () => {
    const { username, token } = await createMember(worker, { isVerified: false, hasPassword: true })
    const me = () => worker.call('GET', 'users/me', { token })
    const [{ id } = { id: 0 }] = (await list(`q=${username}`)).body.items
    const { status, body } = await act(moderator, 'deactivate', id, {
      ...reasons,
      facts: '  Sold it  ',
    })
    expect([status, body.is_active]).toEqual([200, false])
    const refused = await me()
    expect([refused.status, refused.body.code]).toEqual([401, 'account_inactive'])
    await expect(logIn(worker, username)).rejects.toThrow('403')

    expect((await act(moderator, 'activate', id)).body.is_active).toBe(true)
    expect((await me()).body.code).toBe('session_ended')
    await logIn(worker, username)
    const by = moderator.userId
    expect(await written(id)).toEqual([
      { act: 'deactivate', by, from: null, to: null, reason: 'Sold it' },
      { act: 'activate', by, from: null, to: null, reason: null },
    ])
  })

  test('ends the refresh token too', async () => {
    const person = await createMember(worker, { isVerified: false, hasPassword: true })
    const body = new URLSearchParams({ username: person.username, password })
    const login = await worker.call<{ refresh_token: string }>('POST', 'auth/login', { body })
    const [{ id } = { id: 0 }] = (await list(`q=${person.username}`)).body.items
    await act(moderator, 'deactivate', id)
    const path = `auth/refresh_access_token?refresh_token=${login.body.refresh_token}`
    expect((await worker.call('POST', path)).status).toBe(401)
  })

  test('stops for good what was to be sent, but for mail about the account itself', async () => {
    const { userId } = await createMember(worker)
    const [reminder, account] = ['reminder', 'delete_account'] as const
    for (const kind of [reminder, account]) {
      await worker.sql`insert into deliveries (key, user_id, channel, kind, payload, status,
        next_at, created_at)
        values (${`${kind}:test`}, ${userId}, 'email', ${kind}, '{}', 'pending',
        ${Date.now() + day}, 0)`
    }
    await act(moderator, 'deactivate', userId)
    await act(moderator, 'activate', userId)
    const sql = `select kind, status from deliveries where user_id = ? and key like '%:test' order by id`
    expect(await query(worker, sql, userId)).toEqual([
      { kind: reminder, status: 'stopped' },
      { kind: account, status: 'pending' },
    ])
  })
})

describe('restricting', () => {
  test('closes proposing, hyping and following, leaves reading, and can be lifted', async () => {
    const now = Date.now()
    const { userId, token } = await createMember(worker)
    const event = await publishEvent(worker, now + 3 * day)
    const game = await insertGame(worker, 'Closed to some')
    const statuses = async () => {
      const propose = worker.call('POST', 'events', { token, body: {} })
      const hype = worker.call('PUT', `events/${event.id}/toggle_hype`, { token })
      const follow = worker.call('PUT', `games/${game}/toggle_follow`, { token })
      const me = worker.call('GET', 'users/me', { token })
      const answers = await Promise.all([propose, hype, follow, me])
      return answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim())
    }
    const { body } = await act(moderator, 'soft_ban', userId, reasons)
    expect([body.is_soft_banned, body.is_active]).toEqual([true, true])
    const restricted = '403 account_restricted'
    expect(await statuses()).toEqual([restricted, restricted, restricted, '200'])
    await act(moderator, 'remove_soft_ban', userId)
    expect(await statuses()).toEqual(['422 validation_failed', '200', '200', '200'])
  })
})

test('a reason that is too long, or scopes that are none, are refused beside their field', async ({
  admin,
}) => {
  const { userId } = await createMember(worker)
  for (const [name, body, path] of [
    ['soft_ban', { ...reasons, facts: 'x'.repeat(1001) }, 'facts'],
    ['deactivate', { ground: 'terms_false', facts: ' ' }, 'facts'],
    ['remove_picture', { facts: 'It shows a face.' }, 'ground'],
    ['delete', { ...reasons, ground: 'correction' }, 'ground'],
    ['change_scopes', { scopes: ['owner'] }, 'scopes.0'],
    ['change_scopes', {}, 'scopes'],
  ] as const) {
    const answer = await act<ErrorEnvelope>(admin, name, userId, body)
    expect([answer.status, answer.body.details]).toMatchObject([422, [{ path }]])
  }
  expect(await written(userId)).toEqual([])
})

describe('scopes', () => {
  test('make a member a moderator or an admin and take it back, at once', async ({ admin }) => {
    const { userId, token } = await createMember(worker, { role: 'moderator' })
    const panel = async () => (await worker.call('GET', 'admin/users', { token })).status
    expect(await panel()).toBe(200)
    const roles = []
    for (const scopes of [[], ['admin'], ['moderator', 'admin'], ['moderator']]) {
      const { body } = await act(admin, 'change_scopes', userId, { scopes })
      roles.push([body.role, await panel()])
    }
    expect(roles).toEqual([
      ['member', 403],
      ['admin', 200],
      ['admin', 200],
      ['moderator', 200],
    ])
    expect(await written(userId)).toMatchObject([
      { act: 'change_role', from: 'moderator', to: 'member' },
      { act: 'change_role', from: 'member', to: 'admin' },
      { act: 'change_role', from: 'admin', to: 'moderator' },
    ])
  })

  test('taken by two admins from each other at once leave one of them', async () => {
    const [one, other] = [
      await createMember(worker, { role: 'admin' }),
      await createMember(worker, { role: 'admin' }),
    ]
    const answers = await Promise.all([
      act(one, 'change_scopes', other.userId, { scopes: [] }),
      act(other, 'change_scopes', one.userId, { scopes: [] }),
    ])
    const roles = [(await rowOf(one.userId))?.role, (await rowOf(other.userId))?.role]
    expect(roles.toSorted()).toEqual(['admin', 'member'])
    // Too late for the guard, or for the statement.
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    expect([403, 409]).toContain(answers.map(({ status }) => status).toSorted()[1])
  })
})

describe('deleting a member', () => {
  test('keeps approved events and removes the rest; the log keeps the id alone', async ({
    admin,
  }) => {
    const member = await insertFullMember(worker)
    await act(moderator, 'soft_ban', member.userId)
    expect((await act(admin, 'delete', member.userId)).status).toBe(204)
    for (const { table, column } of await personColumns(worker)) {
      const left = await query(worker, `select 1 from ${table} where ${column} = ?`, member.userId)
      expect([table, left]).toEqual([table, []])
    }
    const events = await worker.sql`select status, proposer_id from events
      where name like 'mark-events%'`
    expect(events).toEqual([{ status: 'approved', proposer_id: null }])
    const by = admin.userId
    const log = await written(member.userId)
    expect(log.at(-1)).toEqual({ act: 'delete', by, from: null, to: null, reason: reasons.facts })
    expect(JSON.stringify(log)).not.toContain(member.username)
    const { status, body } = await worker.call('GET', 'users/me', { token: member.token })
    expect([status, body.code]).toEqual([401, 'session_ended'])
  })
})

describe('the list', () => {
  test('is found by a part of the name or the whole address, in any case, with no letter meaning any', async () => {
    const { userId, username, email } = await createMember(worker)
    const idsOf = async (q: string) =>
      (await list(`q=${encodeURIComponent(q)}`)).body.items.map(({ id }) => id)
    for (const q of [username, username.toUpperCase(), `@${username}`, email.toUpperCase()]) {
      expect([q, (await idsOf(q)).includes(userId)]).toEqual([q, true])
    }
    for (const q of ['%', 'pl_ced', 'no such person', email.slice(2), '@example.com'])
      expect([q, await idsOf(q)]).toEqual([q, []])
  })

  test('is filtered by role, state and streamer profile', async () => {
    const facts = [
      {},
      { isActive: false },
      { isSoftBanned: true },
      { isVerified: false },
      { role: 'moderator' },
      { role: 'admin' },
    ] as const
    const people = await Promise.all(facts.map((one) => createMember(worker, one)))
    for (const { userId } of people) {
      await worker.sql`update users set username_key = 'filtered-' || id where id = ${userId}`
    }
    const [plain, shut, banned, unverified, reviewer, boss] = people
    await insertStreamer(worker, 'Filtered', plain?.userId)
    const shown = async (search: string) => {
      const { body } = await list(`q=filtered-&sort=created&${search}`)
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ username }) => username)
    }
    for (const [search, expected] of [
      ['state=inactive', [shut]],
      ['state=active', [plain, banned, unverified, reviewer, boss]],
      ['state=soft_banned', [banned]],
      ['state=unverified', [unverified]],
      ['role=moderator', [reviewer]],
      ['role=admin&state=active', [boss]],
      ['is_streamer=true', [plain]],
      ['is_streamer=false', [shut, banned, unverified, reviewer, boss]],
    ] as const) {
      const names = expected.map((one) => one?.username)
      expect([search, await shown(search)]).toEqual([search, names])
    }
  })

  test('is sorted and cut into pages by the server', async () => {
    const people = []
    for (const trust of [5, 30, -20]) people.push(await createMember(worker, { trust }))
    for (const [index, { userId }] of people.entries()) {
      await query(
        worker,
        'update users set username = ?1, username_key = ?1, total_xp = ?2 where id = ?3',
        `sorted-${'bca'[index]}`,
        index * 100,
        userId,
      )
    }
    const order = async (sort: string) =>
      (await list(`q=sorted-&sort=${sort}`)).body.items.map(({ username }) => username.at(-1))
    expect(await order('username')).toEqual(['a', 'b', 'c'])
    expect(await order('-created')).toEqual(['a', 'c', 'b'])
    expect(await order('trust')).toEqual(['a', 'b', 'c'])
    expect(await order('-xp')).toEqual(['a', 'c', 'b'])
    expect((await list('sort=email')).status).toBe(422)
    const page = (await list('q=sorted-&sort=username&per_page=10&page=2')).body
    expect(page).toMatchObject({ items: [], total: 3, page: 2, per_page: 10 })
  })
})

test('a member’s history says what they did and what was done to them, and no secret', async ({
  admin,
}) => {
  const now = Date.now()
  const { userId, username, token } = await createMember(worker, { trust: 9 })
  const { id, name } = await proposeEvent(worker, token, now + 2 * day)
  await worker.call('POST', `admin/proposals/${id}/reject`, {
    token: moderator.token,
    body: { reason_code: 'duplicate', reason: 'Seen it' },
  })
  const streamer = await insertStreamer(worker, 'With channels', userId)
  await insertAccount(worker, streamer, 'chan_of_theirs', { isVerified: true })
  await insertFollows(worker, 'game', await insertGame(worker, 'Followed'), [{ userId }])
  await act(moderator, 'soft_ban', userId, { ...reasons, facts: 'Twice' })
  await worker.sql`update sessions set last_used_at = ${now - hour} where user_id = ${userId}`

  const sent = { userId, status: 'sent', kind: 'reminder', nextAt: now - hour }
  const mailId = await insertDelivery(worker, sent)

  const history = await open(userId, admin)
  expect(history.deliveries[0]).toEqual({
    id: mailId,
    kind: 'reminder',
    channel: 'email',
    status: 'sent',
    reason: null,
    at: expect.any(String),
  })
  expect(history).toMatchObject({
    username,
    level: 1,
    trust: 53,
    sessions: 1,
    sign_in_methods: [],
    is_soft_banned: true,
    streamer: { id: streamer, display_name: 'With channels' },
    counts: { approved: 0, rejected: 1, pending: 0, disabled: 0, hypes: 0, follows: 1 },
    accounts: [{ name: 'chan_of_theirs', platform: 'twitch', is_verified: true }],
    proposals: [{ id, name, status: 'rejected', rejection: { reason_code: 'duplicate' } }],
    acts_upon: [
      { act: 'soft_ban', reason: 'Twice', actor: { kind: 'member', username: moderator.username } },
    ],
  })
  expect(Date.parse(history.deliveries[0]?.at ?? '')).toBe(now - hour)
  expect(Date.parse(history.last_seen_at ?? '')).toBe(now - hour)
  expect(history.trust_entries[0]).toMatchObject({
    action: 'proposal_rejected',
    delta: -6,
    event: { id, name },
  })
  expect(history.acts_by.map(({ act: done }) => done)).toEqual(['propose'])
  expect((await open(moderator.userId)).acts_by[0]).toMatchObject({
    act: 'soft_ban',
    subject: { type: 'user', name: username },
  })
  expect(JSON.stringify(history)).not.toMatch(/hash|token|secret|webhook/i)
})
