import { describe, expect } from 'vitest'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { deals } from '#worker/db/schema/deals.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import type {
  OwnReportsView,
  ReportedSubjectView,
  ReportView,
} from '#worker/features/moderation/reports/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { callAs, createMember, getAs, type Member } from '#tests/support/factories/members.ts'
import { reasons, startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { insertRow } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

let panel: Moderation
let admin: Member
test.beforeAll(async () => {
  panel = await startModeration(worker)
  admin = await createMember(worker, { role: 'admin' })
})

let networks = 0
function newAddress(): string {
  networks += 1
  return `198.${networks}.100.7`
}

type Sent = Record<string, unknown>

function reportAsVisitor(
  subject: unknown,
  sent: Sent = {},
  { address = newAddress(), now = Date.now() } = {},
) {
  const body = { subject, reason: 'spam', statement: true, ...sent }
  const headers = { 'CF-Connecting-IP': address }
  return worker.call<ReportView & ErrorEnvelope>('POST', 'reports', { body, headers, now })
}

async function eventSubject() {
  return { type: 'event', id: (await createEvent(worker)).id } as const
}

async function rowOf(subject: unknown, by: Member, state = 'open') {
  const path = `admin/reports?per_page=100&state=${state}`
  const { items } = await getAs<AdminPage<ReportedSubjectView>>(worker, by, path)
  return items.find((one) => JSON.stringify(one.subject) === JSON.stringify(subject))
}

async function decide(subject: unknown, sent: Sent) {
  const row = await rowOf(subject, admin)
  const body = { items: [{ subject, newest_id: row?.newest_id }], ...sent }
  const { status } = await callAs(worker, admin, 'POST', 'admin/reports/decide', { body })
  expect(status).toBe(204)
}

async function mailsTo(email: string) {
  await worker.drainQueue(Date.now())
  return worker.mails(email)
}

async function bellOf(member: Member) {
  const { items } = await getAs<NotificationsView>(worker, member, 'users/me/notifications')
  return items.filter(({ kind }) => kind === 'report_answer')
}

describe('a visitor', () => {
  test('reports, gets a receipt, is answered, and their address is gone', async () => {
    const subject = await eventSubject()
    const email = 'ana.visitor@example.com'
    const sent = { reason: 'illegal', text: 'A law, article 1', name: 'Ana', email }
    expect((await reportAsVisitor(subject, sent)).status).toBe(201)
    const [receipt] = await mailsTo(email)
    expect(receipt?.subject).toMatch(/^We received your report about/)
    expect(receipt?.text).toContain('We’ll tell you what was decided.')
    expect(receipt?.text).toContain('somebody gave this address with a report')
    expect(receipt?.text).not.toContain('your Hypecal account')
    const [stored] = await worker.sql<{ sealed_email: string; network: string }>`select
      sealed_email, network from reports where subject_id = ${subject.id}`
    expect(stored?.sealed_email).not.toContain('ana')
    expect(stored?.network).not.toContain('198')
    await decide(subject, { outcome: 'dismissed', answer: 'It is a satire.' })
    const answer = (await mailsTo(email)).at(-1)
    expect(answer?.subject).toMatch(/^Your report about .*: no action taken$/)
    expect(answer?.text).toContain('It is a satire.')
    expect(answer?.text).toContain('A moderator decided this, not a program.')
    expect(answer?.text).toContain('within six months')
    expect(
      await worker.sql`select sealed_email, network from reports where subject_id = ${subject.id}`,
    ).toEqual([{ sealed_email: null, network: null }])
  })

  test('needs to state good faith, and to say which law of what is illegal', async () => {
    const subject = await eventSubject()
    for (const sent of [
      { statement: false },
      { reason: 'illegal' },
      { email: 'no address' },
      { reason: 'copyright', text: 'Mine', statement: false },
    ]) {
      expect([sent, (await reportAsVisitor(subject, sent)).status]).toEqual([sent, 422])
    }
    const { body } = await reportAsVisitor(subject, { statement: false })
    expect(body.details).toEqual([
      { path: 'statement', msg: 'Confirm that you believe this is correct' },
    ])
  })

  test('of a thousand reports sends few: five an hour and twenty a day', async () => {
    const address = newAddress()
    const now = Date.now()
    const subjects = await Promise.all(Array.from({ length: 8 }, eventSubject))
    const heard = await Promise.all(
      subjects.map((subject) => reportAsVisitor(subject, {}, { address, now })),
    )
    const codes = heard.map(({ status, body }) => (status === 201 ? '201' : body.code))
    const refused = 'too_many_reports'
    expect(codes.toSorted()).toEqual([...Array<string>(5).fill('201'), refused, refused, refused])
    const late = heard.find(({ status }) => status === 429)
    expect(late?.body.msg).toContain('Try again later, or write to the address in the terms.')
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    const stored: number[] = []
    for (let later = 1; later <= 5; later += 1) {
      for (const one of await Promise.all(Array.from({ length: 5 }, eventSubject))) {
        const { status } = await reportAsVisitor(one, {}, { address, now: now + later * hour })
        if (status === 201) stored.push(one.id)
      }
    }
    expect(stored).toHaveLength(15)
    const after = { address, now: now + 26 * hour }
    expect((await reportAsVisitor(await eventSubject(), {}, after)).status).toBe(201)
  })

  test('reports a subject once from a network while it is open', async () => {
    const subject = await eventSubject()
    const [address, neighbour] = ['203.0.113.7', '203.0.113.8']
    expect((await reportAsVisitor(subject, {}, { address })).status).toBe(201)
    const { status, body } = await reportAsVisitor(subject, {}, { address: neighbour })
    expect([status, body.code]).toEqual([409, 'already_reported'])
    expect((await reportAsVisitor(subject)).status).toBe(201)
    expect((await rowOf(subject, admin))?.reporters).toBe(2)
    await decide(subject, { outcome: 'dismissed' })
    expect((await reportAsVisitor(subject, {}, { address })).status).toBe(201)
  })

  test('floods no mailbox: three reports an hour name the same address', async () => {
    const statuses = []
    for (const tag of ['', '+a', '+b', '+c']) {
      const email = `victim${tag}@example.com`
      statuses.push((await reportAsVisitor(await eventSubject(), { email })).status)
    }
    expect(statuses).toEqual([201, 201, 201, 429])
    const later = { now: Date.now() + day + hour, address: newAddress() }
    const email = 'victim@example.com'
    expect((await reportAsVisitor(await eventSubject(), { email }, later)).status).toBe(201)
  })

  test('is shown with name and address to administrators alone', async () => {
    const subject = await eventSubject()
    const by = { name: 'Ben', email: 'ben.visitor@example.com' }
    await reportAsVisitor(subject, { text: 'Words', ...by })
    expect((await rowOf(subject, admin))?.texts).toMatchObject([{ text: 'Words', by }])
    const shown = await rowOf(subject, panel.moderator)
    expect(shown?.texts).toMatchObject([{ text: 'Words', by: { name: null, email: null } }])
  })
})

test('members and deals are reported too, but no member whom no page shows', async () => {
  const listed = await createMember(worker)
  await worker.sql`update users set is_shown_on_hypes = 1 where id = ${listed.userId}`
  const hidden = await createMember(worker)
  await worker.sql`update users set leaderboard_told_at = null where id = ${hidden.userId}`
  const sent = await reportAsVisitor({ type: 'user', username: listed.username.toUpperCase() })
  expect(sent.status).toBe(201)
  const user = { type: 'user', id: listed.userId }
  expect(await rowOf(user, admin)).toMatchObject({ name: listed.username, reporters: 1 })
  const unknown = await reportAsVisitor({ type: 'user', username: hidden.username })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found'])
  const now = Date.now()
  const deal = { partner: 'Partner', title: 'Cheap', text: 'Buy', link: 'https://example.com' }
  const times = { startAt: now - hour, endAt: now + hour, createdAt: now }
  const id = await insertRow(worker, deals, { ...deal, ...times, placement: 'home' })
  expect((await reportAsVisitor({ type: 'deal', id })).status).toBe(201)
  expect(await rowOf({ type: 'deal', id }, admin)).toMatchObject({ name: 'Cheap' })
  const ended = await reportAsVisitor({ type: 'deal', id }, {}, { now: now + 2 * hour })
  expect([ended.status, ended.body.code]).toEqual([404, 'deal_not_found'])
})

describe('a member', () => {
  test('gets a receipt and the answer by mail and in the bell, and finds both in the profile', async () => {
    const member = await createMember(worker)
    const subject = { type: 'streamer', id: await insertStreamer(worker, 'Answered') } as const
    const body = { subject, reason: 'impersonation', text: 'It is me' }
    expect((await callAs(worker, member, 'POST', 'reports', { body })).status).toBe(201)
    expect(await bellOf(member)).toMatchObject([{ title: expect.stringMatching(/^We received/) }])
    await decide(subject, { outcome: 'acted', answer: 'We took the page down.' })
    const [answer] = await bellOf(member)
    expect(answer?.title).toMatch(/Answered.*: action taken$/)
    expect(answer?.text).toContain('We took the page down.')
    const subjects = (await mailsTo(member.email)).map((mail) => mail.subject)
    expect(subjects).toEqual([expect.stringMatching(/^We received/), answer?.title])
    const own = await getAs<OwnReportsView>(worker, member, 'users/me/reports')
    expect(own.items).toMatchObject([
      { subject, name: 'Answered', outcome: 'acted', answer: 'We took the page down.' },
    ])
    const other = await createMember(worker)
    expect((await getAs<OwnReportsView>(worker, other, 'users/me/reports')).items).toEqual([])
  })
})

test('a member who objects to a use of their data gets a receipt and an answer', async () => {
  const [member, other] = [await createMember(worker), await createMember(worker)]
  const body = { subject: { type: 'own_data' }, reason: 'personal_data', text: 'No click counts' }
  const ask = (by: Member) => callAs<ErrorEnvelope>(worker, by, 'POST', 'reports', { body })
  expect((await ask(member)).status).toBe(201)
  expect((await ask(other)).status).toBe(201)
  const again = await ask(member)
  expect([again.status, again.body.code]).toEqual([409, 'already_reported'])
  expect(again.body.msg).toBe('Your last request is still open. You’ll get an answer to it.')
  const [receipt] = await bellOf(member)
  expect(receipt?.title).toBe('We received your request about your data')
  expect(receipt?.text).toContain('you get an answer within a month')

  const subject = { type: 'own_data', id: member.userId }
  expect(await rowOf(subject, admin)).toMatchObject({ name: member.username, reporters: 1 })
  await decide(subject, { outcome: 'acted', answer: 'Clicks of yours are not counted.' })
  const answer = (await bellOf(member)).find(({ id }) => id !== receipt?.id)
  expect(answer?.title).toBe('We acted on your request about your data')
  expect(answer?.text).toContain('Clicks of yours are not counted.')
  expect((await bellOf(other)).length).toBe(1)
  expect((await rowOf(subject, admin, 'decided'))?.decision).toMatchObject({ outcome: 'acted' })
})

test('a visitor has no data of an account to object about', async () => {
  const { status, body } = await reportAsVisitor({ type: 'own_data' }, { text: 'Mine' })
  expect([status, body.code]).toEqual([401, 'unauthenticated'])
})

describe('one decision', () => {
  test('about an event answers its author and its reporters, with the ground', async () => {
    const [author, reporter] = [await createMember(worker), await createMember(worker)]
    const event = await panel.proposed(author)
    await panel.ask('approve', event.id)
    const subject = { type: 'event', id: event.id }
    const email = 'carla.visitor@example.com'
    await callAs(worker, reporter, 'POST', 'reports', { body: { subject, reason: 'spam' } })
    await reportAsVisitor(subject, { email })
    expect((await panel.ask('disable', event.id, { body: reasons })).status).toBe(200)
    expect(await rowOf(subject, admin)).toBeUndefined()
    const decided = await rowOf(subject, admin, 'decided')
    expect(decided).toMatchObject({ reporters: 2, decision: { outcome: 'acted' } })
    const [heard] = await bellOf(reporter)
    expect(heard?.text).toContain('Ground: Terms: invented or false information')
    expect(heard?.text).not.toContain(reasons.facts)
    await worker.minute(Date.now())
    expect((await mailsTo(email)).at(-1)?.text).toContain('Terms: invented or false information')
    const entries = await worker.sql`select action from reports join
      (select id, act as action from audit_entries) entry on entry.id = entry_id
      where subject_id = ${event.id} and subject_type = 'event'`
    expect(entries).toEqual([{ action: 'disable' }, { action: 'disable' }])
    const told = await getAs<NotificationsView>(worker, author, 'users/me/notifications')
    const notice = told.items.find(({ kind }) => kind === 'moderation_decision')
    expect(notice?.text).toContain('after a report')
  })

  test('about a member answers reporters, and one taken back answers nobody', async () => {
    const [member, reporter] = [await createMember(worker), await createMember(worker)]
    await worker.sql`update users set is_shown_on_hypes = 1 where id = ${member.userId}`
    const body = { subject: { type: 'user', username: member.username }, reason: 'offensive' }
    const act = (path: string, sent: unknown) =>
      callAs(worker, admin, 'POST', `admin/users/${member.userId}/${path}`, { body: sent })
    await act('soft_ban', reasons)
    expect((await callAs(worker, reporter, 'POST', 'reports', { body })).status).toBe(201)
    await act('remove_soft_ban', {})
    expect(await bellOf(reporter)).toHaveLength(1)
    await act('deactivate', reasons)
    expect((await bellOf(reporter))[0]?.title).toMatch(/: action taken$/)
    expect(await rowOf({ type: 'user', id: member.userId }, admin)).toBeUndefined()
  })
})
