import { describe, expect } from 'vitest'
import { createAppealToken } from '#worker/auth/appeal-token.ts'
import { callAs, createMember, type Member } from '#tests/support/factories/members.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

let admin: Member
test.beforeAll(async () => {
  admin = await createMember(worker, { role: 'admin' })
})

async function decide(path: string, method: string) {
  const member = await createMember(worker)
  const decided = await callAs(worker, admin, method, `admin/users/${member.userId}${path}`, {
    body: reasons,
  })
  expect(decided.status).toBeLessThan(300)
  const [entry] = await worker.sql<{ id: number }>`select max(id) as id from audit_entries
    where subject_type = 'user' and subject_id = ${member.userId}`
  const secret = worker.environment.vars['JWT_SECRET'] ?? ''
  return {
    member,
    id: entry?.id ?? 0,
    path: `/appeal/${createAppealToken(secret, entry?.id ?? 0)}`,
  }
}
const restrict = () => decide('/soft_ban', 'POST')

/** Without a cookie or a token: the link is the right to read and appeal. */
async function open(path: string, form?: Record<string, string>, now = Date.now()) {
  const response = await worker.fetch(path, {
    headers: { 'X-Test-Now': String(now), Origin: worker.url },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { status: response.status, html: await response.text() }
}
const appealsOf = (id: number) =>
  worker.sql`select text, email, user_id from appeals where entry_id = ${id}`

describe('the page of a decision', () => {
  test('tells the reasons and takes one appeal, without a login', async () => {
    const { member, id, path } = await restrict()
    const { html } = await open(path)
    expect(html).toContain('Your account has been restricted')
    expect(html).toContain(reasons.facts)
    const short = await open(path, { text: 'No.' })
    expect(short.html).toMatch(/role="alert"/)
    expect(await appealsOf(id)).toEqual([])
    const sent = await open(path, { text: 'That was not me at all.', email: 'x@example.com' })
    expect(sent.html).toContain('Your appeal has been sent.')
    const stored = [{ text: 'That was not me at all.', email: null, user_id: member.userId }]
    expect(await appealsOf(id)).toEqual(stored)
    const again = await open(path, { text: 'Something else this time.' })
    expect(again.html).toMatch(/role="alert"/)
    expect(again.html).not.toContain('Your appeal has been sent.')
    expect(await appealsOf(id)).toEqual(stored)
    const answer = { outcome: 'upheld', answer: 'The logs show that it was.' }
    const moderator = await createMember(worker, { role: 'moderator' })
    await callAs(worker, moderator, 'POST', `admin/appeals/${id}`, { body: answer })
    expect((await open(path)).html).toContain(answer.answer)
  })

  test('answers at an address where the account is gone', async () => {
    const { id, path } = await decide('', 'DELETE')
    await open(path, { text: 'I never wrote that.', email: 'gone@example.com' })
    expect(await appealsOf(id)).toEqual([
      { text: 'I never wrote that.', email: 'gone@example.com', user_id: null },
    ])
    const moderator = await createMember(worker, { role: 'moderator' })
    await callAs(worker, moderator, 'POST', `admin/appeals/${id}`, {
      body: { outcome: 'upheld', answer: 'You did, three times.' },
    })
    await worker.drainQueue(Date.now())
    const [mail] = await worker.mails('gone@example.com')
    expect(mail?.text).toContain('You did, three times.')
  })

  test('takes an appeal for six months, and is nobody’s without the right link', async () => {
    const { id, path } = await restrict()
    const text = 'That was not me at all.'
    const late = await open(path, { text }, Date.now() + 184 * day)
    expect(late.html).not.toContain('Your appeal has been sent.')
    expect(await appealsOf(id)).toEqual([])
    expect((await open(`${path}x`)).status).toBe(404)
    expect((await open(path.replace(String(id), String(id + 1)))).status).toBe(404)
    expect((await open(path, { text }, Date.now() + 182 * day)).html).toContain(
      'Your appeal has been sent.',
    )
  })
})
