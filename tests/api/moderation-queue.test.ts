import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type {
  ProposalsPage,
  ProposalView,
  SimilarEvent,
} from '#worker/features/moderation/proposals/contract.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let panel: Moderation
test.beforeAll(async () => {
  panel = await startModeration(worker)
})

async function list(search: string) {
  const { token } = panel.moderator
  return (await worker.call<ProposalsPage>('GET', `admin/proposals${search}`, { token })).body
}
const idsOf = ({ items }: ProposalsPage) => items.map(({ id }) => id)

async function detail(id: number) {
  const { token } = panel.moderator
  return worker.get<ProposalView>(`admin/proposals/${id}`, { token })
}

describe('the queue', () => {
  test('pages through proposals of a status, the oldest waiting first', async () => {
    const proposer = await createMember(worker)
    for (let count = 0; count < 14; count += 1) await panel.proposed(proposer)
    await panel.ask('reject', (await panel.proposed(proposer)).id)
    const first = await list('?per_page=10')
    const second = await list('?per_page=10&page=2')
    const ids = [...idsOf(first), ...idsOf(second)]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(first).toMatchObject({ page: 1, per_page: 10 })
    expect([...first.items, ...second.items].every(({ status }) => status === 'pending')).toBe(true)
    const [counted] = await worker.sql<{ total: number }>`select count(*) as total from events
      where status = 'pending'`
    expect(first.total).toBe(counted?.total)
    expect((await list('?page=999999')).items).toEqual([])
    const rejected = await list('?status=rejected')
    expect(rejected.items.every(({ status }) => status === 'rejected')).toBe(true)
    const all = idsOf(await list('?status=all&per_page=100'))
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    for (const wrong of ['?page=0', '?per_page=11', '?status=waiting', '?sort=hype']) {
      expect(await list(wrong)).toMatchObject({ code: 'validation_failed' })
    }
  })

  test('is searched by name, account and proposer, whatever the letters’ case', async () => {
    const proposer = await createMember(worker)
    const changes = { name: 'Búsqueda 100%_sure', streaming_account_name: 'Zebra_Channel' }
    const { id } = await panel.proposed(proposer, { changes })
    const name = proposer.username
    for (const q of ['100%_SURE', 'zebra_ch', '@Zebra_Channel', name, 'squeda']) {
      const found = await list(`?q=${encodeURIComponent(q)}`)
      expect([q, idsOf(found), found.total]).toEqual([q, [id], 1])
    }
    expect(idsOf(await list('?q=100%25_sure&status=approved'))).toEqual([])
    expect(idsOf(await list('?q=1000_sure'))).toEqual([])
    await panel.proposed(proposer, { changes: { name: `Not #${id}` } })
    expect(idsOf(await list(`?q=%23${id}&status=all`))).toEqual([id])
  })

  test.each<[string, (proposal: ProposalView) => string | number]>([
    ['name', ({ name }) => name.toLowerCase()],
    ['start', ({ start }) => Date.parse(start)],
    ['created', ({ id }) => id],
    ['trust', ({ proposer }) => proposer?.trust ?? -1],
  ])('is sorted by %s, both ways', async (sort, keyOf) => {
    const trusted = await createMember(worker, { trust: 12 })
    await panel.proposed(trusted, { now: Date.now() + 2000 })
    for (const status of ['pending', 'all']) {
      const up = await list(`?status=${status}&sort=${sort}&per_page=100`)
      const down = await list(`?status=${status}&sort=-${sort}&per_page=100`)
      expect(up.items.length).toBeGreaterThan(1)
      const keys = up.items.map(keyOf)
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(idsOf(down)).toEqual(idsOf(up).toReversed())
    }
  })
})

describe('a proposal on one screen', () => {
  test('shows the last decision, and what became of the proposer’s others', async () => {
    const proposer = await createMember(worker)
    const spam = await panel.proposed(proposer)
    await panel.ask('reject', spam.id, { body: { reason_code: 'spam' } })
    const approved = await panel.proposed(proposer)
    await panel.ask('approve', approved.id)
    const event = await panel.proposed(proposer)
    expect((await detail(event.id)).decision).toBeNull()
    await panel.ask('disable', event.id)
    const seen = await detail(event.id)
    expect(seen.decision).toMatchObject({ by: panel.moderator.username, act: 'disable' })
    expect(seen.proposer).toMatchObject({
      username: proposer.username,
      is_active: true,
      is_soft_banned: false,
      pending: 0,
      approved: 1,
      rejected: 1,
      rejected_as_spam: 1,
      trust: 34,
      recent: [
        { id: approved.id, status: 'approved', rejection_code: null },
        { id: spam.id, status: 'rejected', rejection_code: 'spam' },
      ],
    })
    expect(Date.parse(seen.updated_at)).toBeGreaterThan(Date.parse(event.updated_at) - 1)
  })
})

describe('a correction', () => {
  async function correct(id: number, body: unknown, by: Member = panel.moderator) {
    const path = `admin/proposals/${id}`
    return worker.call<ProposalView & ErrorEnvelope>('PUT', path, { token: by.token, body })
  }

  test('leaves the status, may be long, and is written down', async ({ member: proposer }) => {
    const { id } = await panel.proposed(proposer)
    const startAt = Date.now() + 9 * day
    const end = new Date(startAt + 60 * day).toISOString()
    const body = eventDraft(startAt, { end, participants: [{ display_name: 'Ana' }] })
    const corrected = await correct(id, body)
    expect([corrected.status, corrected.body.name]).toEqual([200, body.name])
    expect(corrected.body).toMatchObject({
      status: 'pending',
      participants: [{ display_name: 'Ana' }],
    })
    await panel.ask('reject', id)
    const { body: rejected } = await correct(id, eventDraft(startAt))
    expect(rejected).toMatchObject({ status: 'rejected', rejection: { reason_code: 'no_proof' } })
    expect((await panel.auditOf(id)).filter(({ act }) => act === 'edit')).toMatchObject([
      { actor: panel.moderator.userId, from: 'pending', to: 'pending' },
      { actor: panel.moderator.userId, from: 'rejected', to: 'rejected' },
    ])
    const longer = new Date(startAt + 60 * day + 1).toISOString()
    expect((await correct(id, eventDraft(startAt, { end: longer }))).status).toBe(422)
  })

  test('may leave a start that has passed, and set none', async () => {
    const { event } = await panel.placeProposed()
    const past = Date.now() - day
    await worker.sql`update events set start_at = ${past}, end_at = ${past} + 1000
      where id = ${event.id}`
    expect((await correct(event.id, eventDraft(past))).status).toBe(200)
    expect((await correct(event.id, eventDraft(past - 1))).status).toBe(422)
  })
})

describe('what is like a proposal', () => {
  const startAt = Date.now() + 200 * day

  async function proposeLike(by: Member, changes: Record<string, unknown> = {}) {
    const body = eventDraft(startAt, { streaming_account_name: 'one_channel', ...changes })
    return worker.call<ProposalView & ErrorEnvelope>('POST', 'events', { token: by.token, body })
  }

  test('is named to its proposer, to moderators, and to all once approved', async () => {
    const first = await createMember(worker)
    const { body: event } = await proposeLike(first, { name: 'A secret surprise' })
    const stranger = await createMember(worker)
    const likenessFor = async (by: Member) => {
      const refused = await proposeLike(by)
      expect([refused.status, refused.body.code]).toEqual([409, 'similar_events'])
      return (refused.body.details as SimilarEvent[]).find(({ id }) => id === event.id)
    }
    const waiting = {
      start: event.start,
      platform: 'twitch',
      streaming_account_name: 'one_channel',
      status: 'pending',
    }
    expect(await likenessFor(stranger)).toMatchObject({ ...waiting, name: null, slug: null })
    expect(await likenessFor(first)).toMatchObject({ ...waiting, name: event.name })
    expect(await likenessFor(panel.moderator)).toMatchObject({ ...waiting, name: event.name })

    const { body: theirs } = await proposeLike(stranger, { confirm_similar: true })
    expect(theirs.similar).toMatchObject([{ name: null }])
    expect((await detail(theirs.id)).similar).toMatchObject([{ name: event.name }])
    await panel.ask('approve', event.id)
    expect(await likenessFor(await createMember(worker))).toMatchObject({
      name: event.name,
      slug: event.slug,
    })
  })

  test('is found for every proposal of a page', async ({ member: one, other }) => {
    const far = startAt + 30 * day
    const body = () => eventDraft(far, { streaming_account_name: 'twin', confirm_similar: true })
    const ids: number[] = []
    for (const { token } of [one, other]) {
      ids.push((await worker.call<ProposalView>('POST', 'events', { token, body: body() })).body.id)
    }
    const found = await list('?q=twin')
    expect(found.items.map(({ id, similar }) => [id, similar.map((near) => near.id)])).toEqual([
      [ids[0], [ids[1]]],
      [ids[1], [ids[0]]],
    ])
  })
})
