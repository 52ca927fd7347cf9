import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { ProposalsPage, ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { BulkModerationView } from '#worker/features/moderation/proposals/bulk/contract.ts'
import { listNamesWithoutSeriesName } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { callAs, getAs, createMember, type Member } from '#tests/support/factories/members.ts'
import { startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { correction } from '#tests/support/factories/moderation.ts'
let panel: Moderation
test.beforeAll(async () => {
  panel = await startModeration(worker)
})

type Answer = ProposalView & ErrorEnvelope
type Changes = Record<string, unknown>
type DateRow = {
  id: number
  name: string
  status: string
  start_at: number
  end_at: number
  series_id: string
  first_date_id: number | null
}

const week = 7 * day
const start = Math.floor(Date.now() / day) * day + 9 * day + 19 * hour

function send(by: Member, changes: Changes = {}) {
  const body = { ...eventDraft(start), weekly_dates: 3, ...changes }
  return callAs<Answer>(worker, by, 'POST', 'events', { body })
}

async function placeSeries(changes: Changes = {}) {
  const proposer = await createMember(worker)
  const { status, body } = await send(proposer, changes)
  expect(status).toBe(201)
  return { proposer, event: body }
}

function rowsOf({ userId }: Member): Promise<DateRow[]> {
  return worker.sql<DateRow>`select * from events where proposer_id = ${userId} order by start_at`
}

async function statusesOf(proposer: Member): Promise<string[]> {
  return (await rowsOf(proposer)).map(({ status }) => status)
}

async function queueOf(): Promise<ProposalView[]> {
  const path = 'admin/proposals?per_page=100'
  return (await getAs<ProposalsPage>(worker, panel.moderator, path)).items
}

describe('an event that repeats weekly', () => {
  test('is one event a week with one series, and one entry for its proposer and the queue', async () => {
    const { proposer, event } = await placeSeries()
    const rows = await rowsOf(proposer)
    expect(rows.map(({ id }) => id)).toEqual(event.dates.map(({ id }) => id))
    expect(rows.map(({ first_date_id }) => first_date_id)).toEqual([null, event.id, event.id])
    expect(new Set(rows.map(({ series_id }) => series_id)).size).toBe(1)
    const mine = await callAs<{ items: ProposalView[] }>(worker, proposer, 'GET', 'users/me/events')
    expect(mine.body.items.map(({ id }) => id)).toEqual([event.id])
    const entries = (await queueOf()).filter(({ proposer: by }) => by?.id === proposer.userId)
    expect(entries).toMatchObject([{ id: event.id, similar: [], proposer: { pending: 1 } }])
    for (const { id } of rows) expect(await panel.auditOf(id)).toHaveLength(1)
  })

  test('keeps its local time where the clocks change', async () => {
    const now = Date.UTC(2027, 9, 1)
    const first = Date.UTC(2027, 9, 26, 18, 30)
    const { body } = await callAs<Answer>(worker, await createMember(worker), 'POST', 'events', {
      body: { ...eventDraft(first), weekly_dates: 2 },
      now,
    })
    expect(body.dates.map((date) => date.start)).toEqual([
      '2027-10-26T18:30:00Z',
      '2027-11-02T19:30:00Z',
    ])
  })

  test.each([0, 1, 13, 1e9, 2.5, -3, 'abc', [4]])('is refused for %j dates', async (count) => {
    const proposer = await createMember(worker)
    const { status, body } = await send(proposer, { weekly_dates: count })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(await rowsOf(proposer)).toEqual([])
  })

  test.each([
    ['dates that overlap', { end: new Date(start + 8 * day).toISOString() }, 'end'],
    [
      'a last date more than two years ahead',
      {
        start: new Date(Date.now() + 725 * day).toISOString(),
        end: new Date(Date.now() + 725 * day + hour).toISOString(),
      },
      'weekly_dates',
    ],
    ['an approximate date', { time_certainty: 'tba' }, 'weekly_dates'],
  ])('is refused for %s', async (_, changes, path) => {
    const { status, body } = await send(await createMember(worker), changes)
    expect([status, body.details]).toMatchObject([422, [{ path: expect.stringContaining(path) }]])
  })

  test('is one proposal when it is sent twice at once', async ({ member: proposer }) => {
    const changes = { ...eventDraft(start), draft_key: crypto.randomUUID() }
    const answers = await Promise.all([send(proposer, changes), send(proposer, changes)])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await rowsOf(proposer)).toHaveLength(3)
  })
})

describe('a decision on a weekly proposal', () => {
  test('approves all dates, earns once and tells the proposer once', async () => {
    const { proposer, event } = await placeSeries()
    expect((await panel.ask('approve', event.id)).status).toBe(200)
    expect(await statusesOf(proposer)).toEqual(['approved', 'approved', 'approved'])
    expect(await panel.standingOf(proposer)).toEqual({ xp: 50, trust: 54 })
    const told = await worker.sql`select 1 from deliveries where user_id = ${proposer.userId}
      and kind = 'proposal_decision' and channel = 'in_app'`
    expect(told).toHaveLength(1)
    const news = await worker.sql`select 1 from notice_fanouts where kind = 'new_event_followed'
      and event_id in (select id from events where proposer_id = ${proposer.userId})`
    expect(news).toHaveLength(1)
    for (const { id } of event.dates) {
      expect((await panel.auditOf(id)).map(({ act }) => act)).toEqual(['propose', 'approve'])
    }
  })

  test('may wait, be taken back, reject and be undone, each for all dates', async () => {
    const { proposer, event } = await placeSeries()
    await panel.ask('approve', event.id, { body: { delay_seconds: 60 } })
    await panel.ask('cancel_approval', event.dates[2]!.id)
    await worker.tick(Date.now() + hour)
    expect(await statusesOf(proposer)).toEqual(['pending', 'pending', 'pending'])
    await panel.ask('approve', event.id, { body: { delay_seconds: 60 } })
    await worker.tick(Date.now() + hour)
    expect(await statusesOf(proposer)).toEqual(['approved', 'approved', 'approved'])
    await panel.ask('reset', event.id)
    expect(await panel.standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
    await panel.ask('reject', event.id)
    expect(await statusesOf(proposer)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await panel.standingOf(proposer)).toEqual({ xp: 0, trust: 44 })
  })

  test('is one of two moderators at the same instant', async () => {
    const { proposer, event } = await placeSeries()
    const answers = await Promise.all([
      panel.ask('approve', event.id),
      panel.ask('reject', event.dates[1]!.id),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(new Set(await statusesOf(proposer)).size).toBe(1)
  })

  test('counts once where several of its dates are marked', async () => {
    const { proposer, event } = await placeSeries()
    await panel.ask('approve', event.id)
    const ids = event.dates.map(({ id }) => id)
    const { body } = await callAs<BulkModerationView>(
      worker,
      panel.moderator,
      'POST',
      'admin/proposals/bulk',
      { body: { ids, act: 'reset', ...correction } },
    )
    expect(body.items.map(({ id, outcome }) => [id, outcome])).toEqual(
      ids.map((id) => [id, 'done']),
    )
    expect(await statusesOf(proposer)).toEqual(['pending', 'pending', 'pending'])
    expect((await panel.auditOf(event.id)).filter(({ act }) => act === 'reset')).toHaveLength(1)
  })

  test('leaves each date its own once approved: one is cancelled, the others stay', async () => {
    const { proposer, event } = await placeSeries()
    await panel.ask('approve', event.id)
    const path = `events/${event.dates[1]!.id}/cancel`
    const { body } = await callAs<Answer>(worker, proposer, 'POST', path, { body: {} })
    expect(body.dates.map(({ cancelled_at }) => cancelled_at !== null)).toEqual([
      false,
      true,
      false,
    ])
  })
})

test('on the proposer’s own verified channel all dates are published at once, for one reward', async () => {
  const proposer = await createMember(worker)
  const streamer = await insertStreamer(worker, 'WeeklyChannel', proposer.userId)
  await insertAccount(worker, streamer, 'WeeklyChannel', { isVerified: true })
  await send(proposer, { streaming_account_name: 'WeeklyChannel' })
  expect(await statusesOf(proposer)).toEqual(['approved', 'approved', 'approved'])
  expect((await panel.standingOf(proposer))?.xp).toBe(30)
})

describe('the proposer of a weekly proposal', () => {
  test('edits all dates, and a new time moves each by the same wall clock', async () => {
    const { proposer, event } = await placeSeries()
    const body = eventDraft(start + day + hour, { name: 'Another weekly show' })
    const { status } = await callAs(worker, proposer, 'PUT', `events/${event.id}`, { body })
    expect(status).toBe(200)
    const rows = await rowsOf(proposer)
    expect(rows.map(({ name }) => name)).toEqual(Array(3).fill('Another weekly show'))
    const before = event.dates.map((date) => Date.parse(date.start))
    expect(rows.map(({ start_at }, index) => start_at - before[index]!)).toEqual(
      Array(3).fill(day + hour),
    )
    expect(rows[1]!.start_at - rows[0]!.start_at).toBeGreaterThan(week - 2 * hour)
  })

  test('withdraws all dates', async () => {
    const { proposer, event } = await placeSeries()
    await callAs(worker, proposer, 'POST', `events/${event.id}/withdraw`)
    expect(await statusesOf(proposer)).toEqual(['disabled', 'disabled', 'disabled'])
  })
})

test('every event has the name of its series', async () => {
  expect(await listNamesWithoutSeriesName(worker)).toEqual([])
})
