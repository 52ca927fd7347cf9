import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { AdminAppealView } from '#worker/features/moderation/decisions/contract.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { callAs, createMember, password, type Member } from '#tests/support/factories/members.ts'
import {
  correction,
  reasons,
  startModeration,
  type Moderation,
} from '#tests/support/factories/moderation.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

let panel: Moderation
test.beforeAll(async () => {
  panel = await startModeration(worker)
})

function moderate(path: string, body: unknown, by: Member = panel.moderator, method = 'POST') {
  return callAs<ErrorEnvelope>(worker, by, method, `admin/${path}`, { body })
}

async function bellOf(member: Member) {
  const { body } = await callAs<NotificationsView>(worker, member, 'GET', 'users/me/notifications')
  return body.items.filter(({ kind }) => kind === 'moderation_decision')
}

async function publishedBy(proposer: Member) {
  const event = await panel.proposed(proposer)
  await panel.ask('approve', event.id)
  return event
}

async function lastMail({ email }: Member) {
  await worker.drainQueue(Date.now())
  return (await worker.mails(email)).at(-1)
}

describe('a decision of a moderator', () => {
  test.each([
    ['disable', reasons, /^Taken off the agenda/],
    ['reset', reasons, /^Being reviewed again/],
    ['cancel', { ...reasons, reason: 'For all' }, /^Canceled by a moderator/],
  ] as const)(
    'to %s an event tells its proposer why, by mail and in the bell',
    async (act, body, title) => {
      const proposer = await createMember(worker)
      const event = await publishedBy(proposer)
      expect((await panel.ask(act, event.id, { body })).status).toBe(200)
      const [notice] = await bellOf(proposer)
      expect(notice?.title).toMatch(title)
      expect(notice?.title).toContain(event.name)
      expect(notice?.text).toContain('Terms: invented or false information')
      expect(notice?.text).toContain(reasons.facts)
      expect(notice?.text).toContain('A moderator decided this, not a program.')
      expect(notice?.path).toMatch(/^\/appeal\/\d+-/)
      const mail = await lastMail(proposer)
      expect(mail?.subject).toMatch(title)
      expect(mail?.text).toContain(notice?.path)
      expect(mail?.headers).not.toHaveProperty('List-Unsubscribe')
    },
  )

  test('needs a ground and facts, and changes nothing without', async () => {
    const proposer = await createMember(worker)
    const event = await publishedBy(proposer)
    for (const [act, body] of [
      ['disable', {}],
      ['disable', { ground: 'terms_spam', facts: '' }],
      ['disable', { ...reasons, ground: 'correction' }],
      ['reset', { ground: 'terms_spam' }],
      ['cancel', { reason: 'Ill' }],
    ] as const) {
      expect([act, body, (await panel.ask(act, event.id, { body })).status]).toEqual([
        act,
        body,
        422,
      ])
    }
    for (const item of [{ act: 'disable' }, { act: 'reset', ground: 'illegal' }]) {
      const body = { ids: [event.id], ...item }
      expect((await moderate('proposals/bulk', body)).status).toBe(422)
    }
    expect((await panel.eventRow(event.id))?.['status']).toBe('approved')
    expect(await bellOf(proposer)).toEqual([])
  })

  test('that restricts nobody needs no facts, and is told as a change', async () => {
    const proposer = await createMember(worker)
    const corrected = await publishedBy(proposer)
    const calledOff = await publishedBy(proposer)
    await panel.ask('reset', corrected.id, { body: correction })
    await panel.ask('cancel', calledOff.id, { body: { ground: 'called_off' } })
    const notices = await bellOf(proposer)
    expect(notices.map(({ text }) => text)).toEqual([
      'Ground: Called off by the organizer',
      'Ground: Correcting details',
    ])
  })

  test('says that a report led to it, and is not told to whoever took it', async () => {
    const proposer = await createMember(worker)
    const event = await publishedBy(proposer)
    const subject = { type: 'event', id: event.id }
    const reporter = await createMember(worker)
    const sent = { body: { subject, reason: 'wrong_information' } }
    expect((await callAs(worker, reporter, 'POST', 'reports', sent)).status).toBe(201)
    await panel.ask('disable', event.id)
    expect((await bellOf(proposer))[0]?.text).toContain('after a report')
    const own = await publishedBy(panel.moderator)
    await panel.ask('disable', own.id)
    expect(await bellOf(panel.moderator)).toEqual([])
  })

  test('is withheld with a reason in the audit log alone', async () => {
    const member = await createMember(worker)
    const body = { ...reasons, ground: 'terms_spam', untold_because: 'A farm of 200 accounts' }
    expect((await moderate(`users/${member.userId}/soft_ban`, body)).status).toBe(200)
    expect(await bellOf(member)).toEqual([])
    const entries = await worker.sql`select act, reason from audit_entries
      where subject_type = 'user' and subject_id = ${member.userId} order by id`
    expect(entries).toEqual([
      { act: 'soft_ban', reason: reasons.facts },
      { act: 'withhold_reasons', reason: 'A farm of 200 accounts' },
    ])
  })

  test('reaches deactivated members by mail, and in the words of their language', async () => {
    const member = await createMember(worker)
    await worker.sql`update users set interface_language = 'fr' where id = ${member.userId}`
    await moderate(`users/${member.userId}/deactivate`, reasons)
    const mail = await lastMail(member)
    expect(mail?.subject).toBe('Votre compte a été désactivé')
    expect(mail?.text).toContain('Conditions : informations inventées ou fausses')
    expect(mail?.text).toContain(reasons.facts)
  })

  test('to deactivate is read at sign-in, also without a verified address', async () => {
    const member = await createMember(worker, { isVerified: false, hasPassword: true })
    await moderate(`users/${member.userId}/deactivate`, reasons)
    expect(await worker.mails(member.email)).toEqual([])
    const body = new URLSearchParams({ username: member.username, password })
    const refused = await worker.call<ErrorEnvelope>('POST', 'auth/login', { body })
    expect([refused.status, refused.body.code]).toEqual([403, 'account_inactive'])
    expect(refused.body.details).toEqual({ appeal: expect.stringMatching(/^\d+-/) as string })
    body.set('password', 'wrong-password-1')
    const wrong = await worker.call<ErrorEnvelope>('POST', 'auth/login', { body })
    expect([wrong.status, wrong.body.details]).toEqual([401, null])
  })

  test('to lift a restriction or to bring an event back is told too', async () => {
    const member = await createMember(worker)
    const event = await publishedBy(member)
    await panel.ask('disable', event.id)
    await panel.ask('enable', event.id)
    await moderate(`users/${member.userId}/soft_ban`, reasons)
    await moderate(`users/${member.userId}/remove_soft_ban`, { reason: 'A mix-up' })
    const notices = await bellOf(member)
    expect(notices.map(({ title }) => title)).toEqual([
      'Your account is no longer restricted',
      'Your account has been restricted',
      expect.stringMatching(/^Back in review/),
      expect.stringMatching(/^Taken off the agenda/),
    ])
    expect(notices[0]?.text).toContain('A mix-up')
  })

  test('to remove a picture or parts of a page is told to the member', async () => {
    const member = await createMember(worker)
    await worker.sql`update users set avatar_path = 'avatars/face.png' where id = ${member.userId}`
    const removed = await moderate(`users/${member.userId}/remove_picture`, reasons)
    expect([removed.status, removed.body]).toMatchObject([200, { avatar_path: null }])
    const id = await insertStreamer(worker, 'Page of a member')
    await worker.sql`update streamers set user_id = ${member.userId}, bio = 'Words' where id = ${id}`
    const page = { display_name: 'Page of a member', bio: '' }
    const unexplained = await moderate(`streamers/${id}`, page, panel.moderator, 'PUT')
    expect([unexplained.status, unexplained.body.code]).toEqual([409, 'reasons_required'])
    await moderate(`streamers/${id}`, { ...page, reasons }, panel.moderator, 'PUT')
    expect((await bellOf(member)).map(({ title }) => title)).toEqual([
      'Parts of your streamer page were removed',
      'An image of yours was removed',
    ])
  })

  test('to delete an account is mailed to its verified address', async ({ admin }) => {
    const member = await createMember(worker)
    const { status } = await moderate(`users/${member.userId}`, reasons, admin, 'DELETE')
    expect(status).toBe(204)
    const mail = await lastMail(member)
    expect(mail?.subject).toBe('Your account has been deleted')
    expect(mail?.text).toContain(reasons.facts)
    expect(mail?.text).toMatch(/\/appeal\/\d+-/)
  })
})

describe('an appeal', () => {
  async function restricted() {
    const member = await createMember(worker)
    await moderate(`users/${member.userId}/soft_ban`, reasons)
    const [notice] = await bellOf(member)
    return { member, token: String(notice?.path.split('/').at(-1)) }
  }
  const list = (by: Member, state = 'open') =>
    callAs<AdminPage<AdminAppealView>>(
      worker,
      by,
      'GET',
      `admin/appeals?state=${state}&per_page=100`,
    )
  async function sent() {
    const placed = await restricted()
    const id = Number(placed.token.split('-')[0])
    await worker.sql`insert into appeals (entry_id, user_id, language, text, created_at)
      values (${id}, ${placed.member.userId}, 'en', 'That was not me at all.', ${Date.now()})`
    return { ...placed, id }
  }

  test('is answered by somebody else, and the outcome is mailed and told', async ({ admin }) => {
    const { member, id } = await sent()
    const own = (await list(panel.moderator)).body.items.find((one) => one.id === id)
    expect(own).toMatchObject({ needs_other_moderator: true, username: member.username })
    const answer = { outcome: 'upheld', answer: 'The logs show that it was.' }
    const refused = await moderate(`appeals/${id}`, answer)
    expect([refused.status, refused.body.code]).toEqual([403, 'needs_other_moderator'])
    expect((await moderate(`appeals/${id}`, answer, admin)).status).toBe(204)
    expect((await moderate(`appeals/${id}`, answer, admin)).body.code).toBe('appeal_closed')
    const [notice] = await bellOf(member)
    expect(notice?.title).toBe('Your appeal: the decision stands')
    expect(notice?.text).toContain(answer.answer)
    expect((await lastMail(member))?.subject).toBe('Your appeal: the decision stands')
    const answered = (await list(admin, 'answered')).body.items.find((one) => one.id === id)
    expect(answered?.answer).toMatchObject({ outcome: 'upheld', text: answer.answer })
  })

  test('is not said to be granted while the decision is in force', async ({ admin }) => {
    const { member, id } = await sent()
    const answer = { outcome: 'reversed', answer: 'We mixed up two accounts.' }
    const early = await moderate(`appeals/${id}`, answer, admin)
    expect([early.status, early.body.code]).toEqual([409, 'decision_in_force'])
    await moderate(`users/${member.userId}/remove_soft_ban`, {}, admin)
    expect((await moderate(`appeals/${id}`, answer, admin)).status).toBe(204)
    expect((await bellOf(member))[0]?.title).toBe('Your appeal: the decision was taken back')
  })

  test('of a leaver leaves with the account', async ({ admin }) => {
    const { member, id } = await sent()
    await moderate(`users/${member.userId}`, reasons, admin, 'DELETE')
    expect(await worker.sql`select 1 from appeals where entry_id = ${id}`).toEqual([])
  })
})
