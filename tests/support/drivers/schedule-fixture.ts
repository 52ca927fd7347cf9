import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type {
  ScheduleImportReport,
  ScheduleSourceView,
} from '#worker/features/imports/schedules/contract.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { insertChannel } from '#tests/support/factories/directory.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { calendarText, twitchSegment } from '#tests/support/fakes/schedule-shapes.ts'
import { startFakeSchedules, type FakeSchedules } from '#tests/support/fakes/fake-schedules.ts'
import { startTestApi, type TestApi } from './api.ts'

export const now = Date.UTC(2027, 2, 24, 12, 17)
export const calendarPath = '/calendar/ical/ana/private-key/basic.ics'
export const calendarUrl = `https://calendar.google.com${calendarPath}`
export const target = { category: 'variety', language: 'fr', timezone: 'Europe/Paris' }

export let worker: TestApi
export let upstream: FakeSchedules
export let edge: FakeCdn
export let member: Member
export let moderator: Member
export let channel: { streamerId: number; accountId: number; name: string }
/** A fresh member with a verified channel, and a moderator, before each test. */
export function useScheduleFixture(): void {
  beforeAll(async () => {
    upstream = await startFakeSchedules()
    edge = await startFakeCdn()
    worker = await startTestApi({ ...upstream.vars, EDGE_CACHE_URL: edge.url })
  })
  beforeEach(async () => {
    await query(worker, 'delete from events')
    await query(worker, 'delete from schedule_sources')
    member = await createMember(worker)
    moderator = await createMember(worker, { role: 'moderator', createdAt: now })
    channel = await insertChannel(worker, member.userId)
  })
  afterAll(async () => {
    await worker.close()
    await upstream.close()
    await edge.close()
  })
}

/** The channel that is meant from here on. */
export async function takeChannel(userId: number | null, isVerified = true) {
  channel = await insertChannel(worker, userId, { isVerified })
}

export function call<Body = ErrorEnvelope>(
  method: string,
  path: string,
  { body, as = member, at = now }: { body?: unknown; as?: Member; at?: number } = {},
) {
  return callAs<Body>(worker, as, method, path, { body, now: at })
}

export const mine = 'users/me/schedule_sources'

export async function add(input: Record<string, unknown> = {}, path = mine, as = member) {
  const body = { ...target, kind: 'twitch_schedule', account_id: channel.accountId, ...input }
  const answer = await call<ScheduleSourceView>('POST', path, { body, as })
  expect(answer.status).toBe(201)
  return answer.body
}

export async function run(
  { id }: ScheduleSourceView,
  { path = mine, as = member, confirm = true, at = now } = {},
) {
  const to = `${path}/${id}/run`
  const { status, body } = await call<ScheduleImportReport>('POST', to, {
    body: { confirm },
    as,
    at,
  })
  expect(status).toBe(200)
  return outcomes(body)
}

export function outcomes({ items }: ScheduleImportReport): string[] {
  return items.map(({ name, outcome, reason }) => `${name}: ${reason ?? outcome}`)
}

/** How often Twitch was asked for a schedule. */
export function countReadings(): number {
  return upstream.asked.filter(({ pathname }) => pathname === '/helix/schedule').length
}

type EventRow = {
  id: number
  name: string
  status: string
  start_at: number
  cancelled_at: number | null
  proposer_id: number
  previous_start_at: number | null
}
export const listEvents = () => query<EventRow>(worker, 'select * from events order by start_at')
export const states = async () =>
  (await listEvents()).map(
    ({ name, status, cancelled_at: at }) => `${name}: ${at ? 'cancelled' : status}`,
  )

export const segment = (id: string, startIn: number, changes: Record<string, unknown> = {}) =>
  twitchSegment(id, now + startIn, changes)

export function announce(...segments: ReturnType<typeof segment>[]): void {
  upstream.answer('/helix/users', (url) => ({
    body: { data: [{ id: '141981764', login: url.searchParams.get('login') }] },
  }))
  upstream.answer('/helix/schedule', {
    body: {
      data: {
        segments,
        broadcaster_id: '141981764',
        broadcaster_name: 'Ana',
        broadcaster_login: channel.name,
        vacation: null,
      },
      pagination: {},
    },
  })
}

export const calendar = (...entries: { uid: string; startIn: number; name?: string }[]) =>
  calendarText(entries.map(({ startIn, ...entry }) => ({ ...entry, startAt: now + startIn })))
