import { describe, expect } from 'vitest'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { MemberHistory, MemberView } from '#worker/features/moderation/members/contract.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

let moderator: Member
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

const parts = { show_email: 'email', send_deletion_link: 'deletion_link' }

function act<Body = MemberView & ErrorEnvelope>(
  by: Pick<Member, 'token'>,
  name: keyof typeof parts,
  on: number,
) {
  return worker.call<Body>('POST', `admin/users/${on}/${parts[name]}`, { token: by.token })
}

function list(search: string, by: Pick<Member, 'token'> = moderator) {
  return worker.call<AdminPage<MemberView>>('GET', `admin/users?${search}`, { token: by.token })
}

function written(id: number) {
  return worker.sql<Record<'act' | 'by' | 'to' | 'reason', unknown>>`select act, actor_id as by,
    to_state as "to", reason from audit_entries
    where subject_type = 'user' and subject_id = ${id} order by id`
}

describe('the address of a member', () => {
  test('is masked for the team, and each look of an administrator is in the log', async ({
    admin,
  }) => {
    const { userId, username, email } = await createMember(worker)
    const masked = `${email[0]}•••@example.com`
    for (const by of [moderator, admin]) {
      const { body } = await list(`q=${encodeURIComponent(email)}`, by)
      expect(body.items.map((member) => [member.username, member.email])).toEqual([
        [username, masked],
      ])
      const opened = await worker.get<MemberHistory>(`admin/users/${userId}`, by)
      expect(JSON.stringify(opened)).not.toContain(email)
    }
    expect(await written(userId)).toEqual([])
    const shown = await act<{ email: string }>(admin, 'show_email', userId)
    expect([shown.status, shown.body]).toEqual([200, { email }])
    const log = await written(userId)
    expect(log).toMatchObject([{ act: 'show_email', by: admin.userId, to: null, reason: null }])
  })

  test('is not all that a moderator does not read: how and when they log in, too', async ({
    admin,
  }) => {
    const { userId } = await createMember(worker, { hasPassword: true })
    const seen = async ({ token }: Member) => {
      const member = await worker.get<MemberHistory>(`admin/users/${userId}`, { token })
      return [member.sign_in_methods, member.sessions, member.last_seen_at === null]
    }
    expect(await seen(moderator)).toEqual([null, null, true])
    expect(await seen(admin)).toEqual([['password'], 1, false])
  })

  test('gets the link that deletes the account where the member asked in another way', async ({
    admin,
  }) => {
    const { userId, email } = await createMember(worker)
    expect((await act(admin, 'send_deletion_link', userId)).status).toBe(204)
    await worker.drainQueue(Date.now())
    const [mail] = await worker.mails(email)
    const [, token] = /\/auth\/delete-account\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    expect((await written(userId)).map((entry) => entry.act)).toEqual(['send_deletion_link'])
    const deleted = await worker.call('POST', 'auth/delete_account', { body: { token } })
    expect(deleted.status).toBe(204)
    expect(await worker.sql`select 1 from users where id = ${userId}`).toEqual([])
  })
})
