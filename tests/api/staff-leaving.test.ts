import { describe, expect } from 'vitest'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { minute } from '#tests/support/drivers/durations.ts'
import {
  createMember,
  password,
  tokenFor,
  tokenOf,
  type Member,
} from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { mailedToken } from '#tests/support/factories/people.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
let admin: string
test.beforeAll(async () => {
  admin = await tokenFor(worker, 'admin')
})

async function leave(token: string, body: object, now?: number) {
  const answer = await worker.call('DELETE', 'users/me', { token, body, now })
  return [answer.status, answer.body?.code] as const
}

async function isThere(userId: number): Promise<boolean> {
  return (await worker.sql`select 1 from users where id = ${userId}`).length === 1
}

function setScopes({ userId }: Member, scopes: string[]) {
  const path = `admin/users/${userId}/scopes`
  return worker.call('PUT', path, { token: admin, body: { scopes, reason: 'leaves' } })
}

async function createGame(member: Member, name: string): Promise<number> {
  const id = await insertGame(worker, name)
  await worker.sql`insert into audit_entries (actor_id, act, subject_type, subject_id, at)
    values (${member.userId}, 'edit', 'game', ${id}, 1)`
  return id
}

async function actorsOf(gameId: number): Promise<AuditEntryView['actor'][]> {
  const path = `admin/audit_log?subject=game&subject_id=${gameId}`
  const body = await worker.get<AdminPage<AuditEntryView>>(path, { token: admin })
  return body.items.map(({ actor }) => actor)
}

describe('a moderator or administrator', () => {
  test.each(['moderator', 'admin'] as const)('who is %s cannot leave', async (role) => {
    const staff = await createMember(worker, { role, hasPassword: true })
    expect(await leave(staff.token, { password })).toEqual([409, 'staff_account'])
    const unnamed = await createMember(worker, { role })
    expect(await leave(unnamed.token, { username: unnamed.username })).toEqual([
      409,
      'staff_account',
    ])
    expect([await isThere(staff.userId), await isThere(unnamed.userId)]).toEqual([true, true])
  })

  test('cannot leave by a mailed link either', async ({ admin: { email, userId } }) => {
    await worker.call('POST', 'auth/delete_account/request', { body: { email } })
    const token = await mailedToken(worker, email, 'delete-account')
    const answer = await worker.call('POST', 'auth/delete_account', { body: { token } })
    expect([answer.status, answer.body.code]).toEqual([409, 'staff_account'])
    expect(await isThere(userId)).toBe(true)
  })

  test('leaves once an administrator took the role, and the log tells them from others [ASVS 16.4.2, 16.4.3]', async () => {
    const staff = [
      await createMember(worker, { role: 'moderator', hasPassword: true }),
      await createMember(worker, { role: 'admin', hasPassword: true }),
    ]
    const keys = []
    for (const person of staff) {
      const games = [
        await createGame(person, `One of ${person.username}`),
        await createGame(person, `Two of ${person.username}`),
      ]
      expect((await setScopes(person, [])).status).toBe(200)
      const session = await tokenOf(worker, { ...person, role: 'member' }, Date.now())
      expect(await leave(session, { password })).toEqual([204, undefined])
      const [one, two] = [await actorsOf(games[0]!), await actorsOf(games[1]!)]
      expect(one).toEqual([
        { kind: 'former_moderator', key: expect.stringMatching(/^[0-9a-f]{4}$/) as string },
      ])
      expect(two).toEqual(one)
      keys.push(JSON.stringify(one))
    }
    expect(new Set(keys).size).toBe(2)
  })

  test('whom an administrator deletes keeps the mark in the log', async ({ moderator: staff }) => {
    const game = await createGame(staff, 'Deleted staff')
    const path = `admin/users/${staff.userId}`
    expect((await worker.call('DELETE', path, { token: admin, body: reasons })).status).toBe(204)
    expect(await actorsOf(game)).toMatchObject([{ kind: 'former_moderator' }])
  })

  test('who is the last administrator is not demoted [ASVS 16.4.2, 16.4.3]', async () => {
    const second = await createMember(worker, { role: 'admin' })
    const [first] = await worker.sql<{ id: number }>`select id from users
      where username_key = 'admin'`
    const act = (token: string, id: number) =>
      worker.call('PUT', `admin/users/${id}/scopes`, { token, body: { scopes: [], reason: 'x' } })
    const statuses = await Promise.all([act(admin, second.userId), act(second.token, first!.id)])
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = await worker.sql<{ id: number }>`select id from users where role = 'admin'
      and id in (${second.userId}, ${first!.id})`
    expect(admins).toHaveLength(1)
    await worker.sql`update users set role = 'admin' where id = ${first!.id}`
  })
})

describe('a member who was never staff', () => {
  test('leaves no mark in the log', async ({ member }) => {
    const game = await createGame(member, 'Plain')
    expect(await leave(member.token, { username: member.username })).toEqual([204, undefined])
    expect(await actorsOf(game)).toEqual([{ kind: 'former_member' }])
  })

  test('and has no password leaves only soon after signing in [ASVS 7.5.1] [abuse 8]', async () => {
    const member = await createMember(worker)
    const late = Date.now() + 11 * minute
    const token = await tokenOf(worker, member, late)
    const body = { username: member.username }
    expect(await leave(token, body, late)).toEqual([403, 'sign_in_again'])
    expect(await isThere(member.userId)).toBe(true)
    expect(await leave(await tokenFor(worker, member.username, late), body, late)).toEqual([
      204,
      undefined,
    ])
  })
})
