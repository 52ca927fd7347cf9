import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { articles } from '#worker/db/schema/articles.ts'
import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import type {
  ReportedSubjectView,
  ReportSubject,
  ReportView,
} from '#worker/features/moderation/reports/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import {
  callAs,
  getAs,
  createMember,
  createMembers,
  type Member,
} from '#tests/support/factories/members.ts'
import { insertRow } from '#tests/support/factories/rows.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let moderator: Member
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

type Asked = { reason?: unknown; text?: unknown; now?: number }
type Page = AdminPage<ReportedSubjectView>

function report(by: Member, subject: unknown, { reason = 'spam', text, now }: Asked = {}) {
  const body = { subject, reason, ...(text === undefined ? {} : { text }) }
  return callAs<ReportView & ErrorEnvelope>(worker, by, 'POST', 'reports', { body, now })
}

async function outcomeOf(by: Member, subject: unknown, asked?: Asked): Promise<string> {
  const { status, body } = await report(by, subject, asked)
  return status === 201 ? '201' : `${status} ${body.code}`
}

let count = 0
function insertArticle(status: 'draft' | 'published' = 'published') {
  count += 1
  const words = { slug: `article-${count}`, title: `Article ${count}`, markdown: 'Text.' }
  const at = { createdAt: 0, updatedAt: 0, publishedAt: status === 'draft' ? null : 1 }
  return insertRow(worker, articles, { ...words, ...at, status, authorName: 'Ana' })
}

async function eventSubject(): Promise<ReportSubject & { type: 'event' }> {
  return { type: 'event', id: (await createEvent(worker)).id }
}

async function list(state: 'open' | 'decided' = 'open'): Promise<ReportedSubjectView[]> {
  const path = `admin/reports?per_page=100&state=${state}`
  return (await getAs<Page>(worker, moderator, path)).items
}

async function rowOf(subject: ReportSubject, state?: 'open' | 'decided') {
  const rows = await list(state)
  return rows.find((one) => JSON.stringify(one.subject) === JSON.stringify(subject))
}

async function decide(outcome: string, subjects: ReportSubject[], by = moderator) {
  const rows = await Promise.all(subjects.map((subject) => rowOf(subject)))
  const items = subjects.map((subject, at) => ({ subject, newest_id: rows[at]?.newest_id ?? 1 }))
  return callAs(worker, by, 'POST', 'admin/reports/decide', { body: { outcome, items } })
}

async function auditOf(type: string, id: number) {
  const path = `admin/audit_log?subject=${type}&subject_id=${id}`
  const body = await getAs<AdminPage<AuditEntryView>>(worker, moderator, path)
  return body.items.map(({ act, from, actor }) => [act, from, actor])
}

describe('a member', () => {
  test('reports an event, a streamer, an article and the image of each', async ({ member }) => {
    const ids = {
      event: (await createEvent(worker)).id,
      streamer: await insertStreamer(worker, 'Reported'),
      article: await insertArticle(),
    }
    for (const [type, id] of Object.entries(ids)) {
      for (const subject of [
        { type, id },
        { type: 'picture', of: type, id },
      ]) {
        const { status, body } = await report(member, subject, { text: '  Look at it.  ' })
        expect([type, status]).toEqual([type, 201])
        expect(body).toMatchObject({ subject, reason: 'spam', text: 'Look at it.' })
        expect(await rowOf(subject as ReportSubject)).toMatchObject({
          reporters: 1,
          name: expect.any(String),
        })
      }
    }
  })

  test('may be unverified, and restricted', async () => {
    const subject = await eventSubject()
    const unverified = await createMember(worker, { isVerified: false })
    expect(await outcomeOf(unverified, subject)).toBe('201')
    const restricted = await createMember(worker, { isSoftBanned: true })
    expect(await outcomeOf(restricted, subject)).toBe('201')
  })

  test('reports a subject once while the report is open, however often it is sent', async () => {
    const member = await createMember(worker)
    const subject = await eventSubject()
    const sent = await Promise.all([1, 2, 3].map(() => outcomeOf(member, subject)))
    expect(sent.toSorted()).toEqual(['201', '409 already_reported', '409 already_reported'])
    expect(await outcomeOf(member, { type: 'picture', of: 'event', id: subject.id })).toBe('201')
    await decide('dismissed', [subject])
    expect(await outcomeOf(member, subject)).toBe('201')
  })

  test('sends 20 reports within 24 hours, of many sent at once too [ASVS 2.4.1]', async () => {
    const member = await createMember(worker)
    const subjects = await Promise.all(Array.from({ length: 22 }, eventSubject))
    const now = Date.now()
    const [first] = subjects
    expect(await outcomeOf(member, first, { now: now - hour })).toBe('201')
    for (const subject of subjects.slice(1, 15)) await report(member, subject, { now })
    const rest = subjects.slice(15)
    const sent = await Promise.all(rest.map((subject) => outcomeOf(member, subject, { now })))
    const refused = '429 too_many_reports'
    expect(sent.toSorted()).toEqual([...Array<string>(5).fill('201'), refused, refused])
    const late = subjects[15 + sent.indexOf(refused)]
    const { headers } = await report(member, late, { now })
    expect(headers.get('retry-after')).toBe(String((23 * hour) / 1000))
    // A decision makes no room: otherwise dismissed spam could go on.
    await decide('dismissed', [first!])
    expect(await outcomeOf(member, late, { now })).toBe(refused)
    expect(await outcomeOf(member, late, { now: now + 23 * hour + minute })).toBe('201')
  })

  test('cannot report what is not there or not public', async ({ member }) => {
    const pending = (await createEvent(worker, { status: 'pending' })).id
    const draft = await insertArticle('draft')
    const outcomes = [
      [{ type: 'event', id: 999_999 }, '404 event_not_found'],
      [{ type: 'event', id: pending }, '404 event_not_found'],
      [{ type: 'picture', of: 'event', id: pending }, '404 event_not_found'],
      [{ type: 'streamer', id: 999_999 }, '404 streamer_not_found'],
      [{ type: 'article', id: draft }, '404 article_not_found'],
      [{ type: 'picture', of: 'article', id: draft }, '404 article_not_found'],
    ] as const
    for (const [subject, heard] of outcomes) expect(await outcomeOf(member, subject)).toBe(heard)
  })

  test('has to name a known subject and reason, and writes 3,000 characters at most', async () => {
    const member = await createMember(worker)
    const subject = await eventSubject()
    const { id } = subject
    const wrong: [unknown, Asked][] = [
      [{ type: 'game', id }, {}],
      [{ type: 'picture', id }, {}],
      [{ type: 'picture', of: 'game', id }, {}],
      [{ type: 'event', id: String(id) }, {}],
      [{ type: 'event', id: 0 }, {}],
      [subject, { reason: 'boring' }],
      [subject, { text: 'x'.repeat(3001) }],
      [subject, { text: 7 }],
      [subject, { reason: 'other' }],
      [subject, { reason: 'other', text: '   ' }],
      [subject, { reason: 'illegal' }],
      [subject, { reason: 'illegal', text: 'A law' }],
      [{ type: 'user', id }, {}],
    ]
    for (const [one, asked] of wrong) {
      expect(await outcomeOf(member, one, asked)).toBe('422 validation_failed')
    }
    const missing = await report(member, subject, { reason: 'other' })
    expect(missing.body.details).toEqual([{ path: 'text', msg: 'Tell us what’s wrong' }])
    expect(await outcomeOf(member, subject, { reason: 'other', text: 'x'.repeat(3000) })).toBe(
      '201',
    )
  })

  test('finds their own reports in the export, and nobody else’s', async () => {
    const [member, other] = await createMembers(worker, 2)
    const subject = await eventSubject()
    await report(member!, subject, { reason: 'other', text: 'It is not theirs.' })
    await report(other!, subject, { text: 'Mine' })
    await decide('acted', [subject])
    const body = await getAs<DataExportView>(worker, member!, 'users/me/export')
    expect(body.reports).toEqual([
      {
        subject_type: 'event',
        subject_id: subject.id,
        is_picture: false,
        reason: 'other',
        text: 'It is not theirs.',
        created_at: expect.any(String),
        language: 'en',
        decided_at: expect.any(String),
        outcome: 'acted',
        answer: null,
      },
    ])
  })

  test('leaves their open reports behind without their name', async () => {
    const [member, other] = await createMembers(worker, 2)
    const [alone, shared] = [await eventSubject(), await eventSubject()]
    for (const subject of [alone, shared]) await report(member!, subject)
    await report(other!, shared)
    const body = { username: member!.username }
    await callAs(worker, member!, 'DELETE', 'users/me', { body })
    expect((await rowOf(alone))?.reporters).toBe(1)
    expect((await rowOf(shared))?.reporters).toBe(2)
  })
})

describe('the queue', () => {
  test('has one row for a subject: reasons by number, people, the oldest date and the words', async () => {
    const people = await createMembers(worker, 3)
    const subject = await eventSubject()
    const now = Date.now()
    await report(people[0]!, subject, {
      reason: 'wrong_information',
      text: 'Older',
      now: now - day,
    })
    await report(people[1]!, subject, { reason: 'spam', now: now - hour })
    await report(people[2]!, subject, { reason: 'spam', text: 'Newer', now })
    const [event] = await worker.sql<{ name: string; slug: string }>`select name, slug from events
      where id = ${subject.id}`
    const at = (instant: number) => new Date(instant).toISOString()
    expect(await rowOf(subject)).toEqual({
      id: expect.any(Number),
      newest_id: expect.any(Number),
      subject,
      name: event?.name,
      address: event?.slug,
      pictures: [],
      reporters: 3,
      reasons: [
        { reason: 'spam', count: 2 },
        { reason: 'wrong_information', count: 1 },
      ],
      texts: [
        { reason: 'spam', text: 'Newer', at: at(now), by: null },
        { reason: 'wrong_information', text: 'Older', at: at(now - day), by: null },
      ],
      first_at: at(now - day),
      last_at: at(now),
      decision: null,
    })
  })

  test('shows the image that was reported', async ({ member }) => {
    const thumbnailPath = 'uploads/reported.png'
    const { id } = await createEvent(worker, { thumbnailPath })
    const streamer = await insertStreamer(worker, 'Pictured')
    await worker.sql`update streamers set avatar_path = 'uploads/face.png', banner_path =
      'uploads/wide.png'
      where id = ${streamer}`
    const event = { type: 'picture', of: 'event', id } as const
    const person = { type: 'picture', of: 'streamer', id: streamer } as const
    for (const subject of [event, person]) await report(member, subject)
    expect((await rowOf(event))?.pictures).toEqual([thumbnailPath])
    expect((await rowOf(person))?.pictures).toEqual(['uploads/face.png', 'uploads/wide.png'])
  })

  test('says of what is gone that it is, and of what is hidden only its name', async () => {
    const member = await createMember(worker)
    const gone: ReportSubject = { type: 'streamer', id: await insertStreamer(worker, 'Gone') }
    const hidden = await eventSubject()
    for (const subject of [gone, hidden]) await report(member, subject)
    await worker.sql`delete from streamers where id = ${gone.id}`
    await worker.sql`update events set status = 'disabled' where id = ${hidden.id}`
    expect(await rowOf(gone)).toMatchObject({ name: null, address: null })
    expect(await rowOf(hidden)).toMatchObject({ name: expect.any(String), address: null })
    await decide('dismissed', [gone])
    expect(await rowOf(gone)).toBeUndefined()
  })

  test('follows a streamer who is merged into another', async () => {
    const [one, both] = await createMembers(worker, 2)
    const [from, into] = await Promise.all(
      ['Twice', 'Once'].map(async (name): Promise<ReportSubject> => ({
        type: 'streamer',
        id: await insertStreamer(worker, name),
      })),
    )
    await report(one!, from, { text: 'Moved' })
    for (const subject of [from, into]) await report(both!, subject)
    const path = `admin/streamers/${from!.id}/merge`
    const body = { into: into!.id }
    expect((await callAs(worker, moderator, 'POST', path, { body })).status).toBe(200)
    expect(await rowOf(into!)).toMatchObject({ reporters: 2, texts: [{ text: 'Moved' }] })
    expect(await rowOf(from!)).toMatchObject({ reporters: 1, name: null })
  })

  test('comes page by page, the oldest first, and is counted by subjects', async () => {
    const open = await list()
    const ids = open.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const counted = await callAs<{ open: number }>(worker, moderator, 'GET', 'admin/reports/count')
    expect(counted.body.open).toBe(open.length)
    const path = 'admin/reports?per_page=10&page=2'
    const body = await getAs<Page>(worker, moderator, path)
    expect(body.total).toBe(open.length)
    expect(body.items.map(({ id }) => id)).toEqual(ids.slice(10, 20))
  })

  test('is closed to members', async ({ member }) => {
    const subject = await eventSubject()
    await report(member, subject)
    for (const path of ['admin/reports', 'admin/reports/count']) {
      expect((await callAs(worker, member, 'GET', path)).status).toBe(403)
    }
    expect((await decide('dismissed', [subject], member)).status).toBe(403)
    expect(await rowOf(subject)).toBeDefined()
  })
})

describe('a decision', () => {
  test.each([
    ['dismissed', 'dismiss_reports'],
    ['acted', 'resolve_reports'],
  ])(
    '%s settles all open reports about a subject, with one entry in the log',
    async (outcome, act) => {
      const people = await createMembers(worker, 2)
      const subject = await eventSubject()
      for (const one of people) await report(one, subject)
      expect((await decide(outcome, [subject])).status).toBe(204)
      expect(await rowOf(subject)).toBeUndefined()
      expect(await rowOf(subject, 'decided')).toMatchObject({
        reporters: 2,
        decision: { outcome, by: moderator.username, at: expect.any(String) },
      })
      const by = { kind: 'member', username: moderator.username }
      expect(await auditOf('event', subject.id)).toEqual([[act, null, by]])
      const again = await decide(outcome, [subject])
      expect([again.status, again.body.code]).toEqual([409, 'reports_decided'])
      expect(await auditOf('event', subject.id)).toHaveLength(1)
    },
  )

  test('settles many at once, of an image apart from its page', async ({ member }) => {
    const event = await eventSubject()
    const picture = { type: 'picture', of: 'event', id: event.id } as const
    const streamer = { type: 'streamer', id: await insertStreamer(worker, 'Many') } as const
    for (const subject of [event, picture, streamer]) await report(member, subject)
    expect((await decide('acted', [picture, streamer])).status).toBe(204)
    expect(await rowOf(event)).toBeDefined()
    expect(await rowOf(picture)).toBeUndefined()
    const by = { kind: 'member', username: moderator.username }
    expect(await auditOf('event', event.id)).toEqual([['resolve_reports', 'picture', by]])
    expect(await auditOf('streamer', streamer.id)).toEqual([['resolve_reports', null, by]])
  })

  test('leaves what came after the moderator looked', async () => {
    const [early, late] = await createMembers(worker, 2)
    const subject = await eventSubject()
    await report(early!, subject)
    const seen = await rowOf(subject)
    await report(late!, subject, { text: 'Unseen' })
    const body = { outcome: 'dismissed', items: [{ subject, newest_id: seen?.newest_id }] }
    await callAs(worker, moderator, 'POST', 'admin/reports/decide', { body })
    expect(await rowOf(subject)).toMatchObject({ reporters: 1, texts: [{ text: 'Unseen' }] })
  })

  test('of two moderators at once is written once', async ({ moderator: other }) => {
    const subject = await eventSubject()
    await report(await createMember(worker), subject)
    const answers = await Promise.all([
      decide('dismissed', [subject]),
      decide('acted', [subject], other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await auditOf('event', subject.id)).toHaveLength(1)
  })

  test('stands without its moderator once they have left', async ({ moderator: leaving }) => {
    const subject = await eventSubject()
    await report(await createMember(worker), subject)
    await decide('acted', [subject], leaving)
    await worker.sql`update users set role = 'member' where id = ${leaving.userId}`
    const body = { username: leaving.username }
    const former: Member = { ...leaving, role: 'member' }
    const left = await callAs(worker, former, 'DELETE', 'users/me', { body })
    expect(left.status).toBe(204)
    expect((await rowOf(subject, 'decided'))?.decision).toMatchObject({
      outcome: 'acted',
      by: null,
    })
  })
})

test('however many report it, a subject stays as it is', async ({ event: { id, slug } }) => {
  const row = () => worker.sql`select * from events where id = ${id}`
  const before = await row()
  for (const member of await createMembers(worker, 30)) {
    expect(await outcomeOf(member, { type: 'event', id })).toBe('201')
  }
  expect(await rowOf({ type: 'event', id })).toMatchObject({ reporters: 30 })
  expect(await row()).toEqual(before)
  expect((await worker.call('GET', `events/${slug}`)).status).toBe(200)
  await worker.hour(Date.now() + hour)
  expect(await row()).toEqual(before)
})
