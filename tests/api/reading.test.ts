import { describe, expect } from 'vitest'
import type { ReadingStartView, FinishReadingView } from '#worker/features/articles/contract.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember, xpOf } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const now = Date.UTC(2027, 2, 24, 12)

let count = 0
/** 8400 letters take most people six minutes, the fastest two. */
async function placeArticle(facts: { status?: string; at?: number; letters?: number } = {}) {
  count += 1
  const { status = 'published', at = now - day, letters = 8400 } = facts
  const slug = `reading-${count}`
  const [row] = await worker.sql<{ id: number }>`insert into articles (slug, title, markdown,
    language, status, author_name, created_at,
    updated_at, published_at)
    values (${slug}, ${slug}, ${'a'.repeat(letters)}, 'en', ${status}, 'Hypecal', ${at}, ${at},
    ${at}) returning id`
  return { slug, subject: `article:${row?.id}` }
}

const open = (member: Member, slug: string, at = now) =>
  callAs<ReadingStartView>(worker, member, 'POST', `articles/${slug}/reading`, { now: at })

function finish(member: Member, slug: string, ticket: string | null, at: number) {
  const body = { ticket: ticket ?? '' }
  return callAs<FinishReadingView>(worker, member, 'PUT', `articles/${slug}/reading`, {
    body,
    now: at,
  })
}

async function ticketFor(member: Member, slug: string): Promise<string> {
  const { ticket } = (await open(member, slug)).body
  expect(ticket).toEqual(expect.any(String))
  return ticket ?? ''
}

function entriesOf({ userId }: Member) {
  return worker.sql<{ subject: string; points: number }>`select subject, points from xp_entries
    where user_id = ${userId} and action = 'article_read' order by id`
}

describe('an article read to the end', () => {
  test('earns two points, once, however often it is read', async ({ member }) => {
    const { slug, subject } = await placeArticle()
    const { status, body } = await open(member, slug)
    expect([status, body.least_seconds]).toEqual([200, 120])
    const first = await finish(member, slug, body.ticket, now + 120_000)
    expect(first.status).toBe(200)
    expect(first.body.gamification_info.gamification).toMatchObject({ success: true, xp_earned: 2 })
    const again = await finish(member, slug, body.ticket, now + 130_000)
    expect(again.body.gamification_info.gamification).toMatchObject({ xp_earned: 0, message: null })
    expect(await entriesOf(member)).toEqual([{ subject, points: 2 }])
    expect((await open(member, slug, now + hour)).body.ticket).toBeNull()
  })

  test('earns nothing when that was too fast, or too long ago', async ({ member }) => {
    const { slug } = await placeArticle()
    const ticket = await ticketFor(member, slug)
    for (const at of [now, now + 119_999, now - hour, now + day + 1]) {
      const { status, body } = await finish(member, slug, ticket, at)
      expect(status).toBe(200)
      expect(body.gamification_info.gamification.xp_earned).toBe(0)
    }
    expect(await entriesOf(member)).toEqual([])
    await finish(member, slug, ticket, now + day)
    expect(await entriesOf(member)).toHaveLength(1)
  })

  test('takes ten seconds at least', async ({ member }) => {
    const { slug } = await placeArticle({ letters: 5 })
    const { ticket, least_seconds } = (await open(member, slug)).body
    expect(least_seconds).toBe(10)
    await finish(member, slug, ticket, now + 9999)
    expect(await entriesOf(member)).toEqual([])
    await finish(member, slug, ticket, now + 10_000)
    expect(await entriesOf(member)).toHaveLength(1)
  })

  test('earns nothing by a ticket of another instant, article or member', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    const [one, two] = [await placeArticle(), await placeArticle()]
    const ticket = await ticketFor(member, one.slug)
    const earlier = `${now - hour}${ticket.slice(ticket.indexOf('.'))}`
    const end = now + 10 * 60_000
    for (const wrong of [earlier, '', 'x', '.', `${now - hour}`, `${ticket}x`]) {
      expect((await finish(member, one.slug, wrong, end)).status).toBe(200)
    }
    await finish(member, two.slug, ticket, end)
    await finish(other, one.slug, ticket, end)
    expect([await entriesOf(member), await entriesOf(other)]).toEqual([[], []])
    expect((await finish(member, one.slug, 'x'.repeat(101), end)).status).toBe(422)
  })

  test('earns once for ends that come at the same time', async ({ member }) => {
    const { slug } = await placeArticle()
    const ticket = await ticketFor(member, slug)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => finish(member, slug, ticket, now + 120_000)),
    )
    const earned = answers.map(({ body }) => body.gamification_info.gamification.xp_earned)
    expect(earned.reduce((sum, xp) => sum + xp, 0)).toBe(2)
    expect(await entriesOf(member)).toHaveLength(1)
  })

  test.each(['what-to-watch-this-week', 'zevent-2025-guide'])('may be %s', async (slug) => {
    const member = await createMember(worker)
    const { ticket, least_seconds } = (await open(member, slug)).body
    await finish(member, slug, ticket, now + least_seconds * 1000 - 1)
    expect(await entriesOf(member)).toEqual([])
    await finish(member, slug, ticket, now + least_seconds * 1000)
    expect(await entriesOf(member)).toEqual([{ subject: `article:${slug}`, points: 2 }])
  })

  test('counts up to twenty points a day, and then says so', async ({ member }) => {
    const last = { xp_earned: 2, retry_in_hours: null as number | null }
    for (let read = 0; read < 11; read += 1) {
      const { slug } = await placeArticle({ letters: 1 })
      const ticket = await ticketFor(member, slug)
      const { body } = await finish(member, slug, ticket, now + 10_000)
      Object.assign(last, body.gamification_info.gamification)
    }
    expect(last).toMatchObject({ xp_earned: 0, retry_in_hours: 24 })
    expect(await xpOf(worker, member)).toBe(20)
  })

  test('costs one round trip to open and two to finish', async ({ member }) => {
    const { slug } = await placeArticle()
    const start = worker.trips()
    const ticket = await ticketFor(member, slug)
    expect(worker.trips() - start).toBe(1)
    await finish(member, slug, ticket, now + 120_000)
    expect(worker.trips() - start).toBe(3)
  })
})

describe('nothing is earned', () => {
  test('for drafts, articles to come and unknown ones, which are not found', async ({ member }) => {
    const draft = await placeArticle({ status: 'draft' })
    const later = await placeArticle({ at: now + hour })
    for (const slug of [draft.slug, later.slug, 'no-such-article']) {
      for (const answer of [await open(member, slug), await finish(member, slug, 'x', now)]) {
        expect([answer.status, answer.body]).toMatchObject([404, { code: 'article_not_found' }])
      }
    }
  })

  test('for an article taken back while it was read', async ({ member }) => {
    const { slug } = await placeArticle()
    const ticket = await ticketFor(member, slug)
    await worker.sql`update articles set status = 'draft' where slug = ${slug}`
    expect((await finish(member, slug, ticket, now + 120_000)).status).toBe(404)
    expect(await entriesOf(member)).toEqual([])
  })

  test('by guests, who are asked to sign in', async () => {
    const { slug } = await placeArticle()
    const body = { ticket: 'x' }
    for (const [method, options] of [
      ['POST', {}],
      ['PUT', { body }],
    ] as const) {
      const answer = await worker.call(method, `articles/${slug}/reading`, options)
      expect(answer.status).toBe(401)
    }
  })

  test('by suspended members, who get no ticket and hear so at the end', async ({ member }) => {
    const { slug } = await placeArticle()
    const ticket = await ticketFor(member, slug)
    await worker.sql`update users set gamification_suspended_at = 1 where id = ${member.userId}`
    expect((await open(member, slug)).body.ticket).toBeNull()
    const { body } = await finish(member, slug, ticket, now + 120_000)
    expect(body.gamification_info.gamification).toMatchObject({ success: false, xp_earned: 0 })
    expect(await entriesOf(member)).toEqual([])
  })
})

test('leaves no trace where rewards are off, and earns again once they are on', async ({
  member,
}) => {
  const { slug, subject } = await placeArticle()
  const ticket = await ticketFor(member, slug)
  await worker.sql`update users set is_gamified = 0 where id = ${member.userId}`
  expect((await open(member, slug)).body.ticket).toBeNull()
  const { body } = await finish(member, slug, ticket, now + 120_000)
  const quiet = { success: true, message: null, level_up: false, retry_in_hours: null }
  expect(body.gamification_info.gamification).toMatchObject({ ...quiet, xp_earned: 0 })
  expect(await entriesOf(member)).toEqual([])
  await worker.sql`update users set is_gamified = 1 where id = ${member.userId}`
  await finish(member, slug, ticket, now + 130_000)
  expect(await entriesOf(member)).toEqual([{ subject, points: 2 }])
})
