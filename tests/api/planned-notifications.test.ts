import { beforeEach, describe, expect } from 'vitest'
import type { HypedEventView } from '#worker/features/notifications/planned/contract.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  type Member,
  callAs,
  getAs,
  createMember,
  reachable,
} from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import {
  publishLifecycle,
  type EventLifecycle,
  type Reader,
} from '#tests/support/factories/notification-readers.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
let moderator: Member
let proposer: Member
let now: number
let startAt: number
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})
beforeEach(async () => {
  now = Date.now()
  startAt = now + 3 * day
  proposer = await createMember(worker)
})

function approved(at = startAt, changes: Record<string, unknown> = {}): Promise<EventLifecycle> {
  return publishLifecycle(worker, { now, startAt: at, proposer, moderator, changes })
}

async function hype(member: Member, { event }: EventLifecycle, at = now + 5000): Promise<void> {
  const path = `events/${event.id}/toggle_hype`
  const answer = await callAs(worker, member, 'PUT', path, { body: { hyped: true }, now: at })
  expect(answer.status).toBe(200)
}

async function getPlanned(
  member: Member,
  { event }: EventLifecycle,
  at: number,
): Promise<HypedEventView> {
  const path = `users/me/hyped_events/${event.id}/reminders`
  return getAs<HypedEventView>(worker, member, path, { now: at })
}

/**
 * One line a message: what, by which channel, how it fares, when and why. What a service took in the
 * seconds after a run of the jobs has the time of the run.
 */
function linesOf({ notices }: HypedEventView, ...runs: number[]): string[] {
  const timeOf = (at: number) => runs.find((run) => at >= run && at - run < 20_000) ?? at
  return notices.flatMap(({ kind, hours, messages }) =>
    messages.map(({ channel, state, at, reason }) =>
      [kind, hours, channel, state, at && timeOf(Date.parse(at)), reason].filter(Boolean).join(' '),
    ),
  )
}

const changes = (state: string) =>
  ['event_changed', 'event_cancelled'].flatMap((kind) => [
    `${kind} email ${state}`,
    `${kind} discord ${state}`,
    `${kind} in_app ${state}`,
    `${kind} push skipped unusable`,
  ])

describe('what a hype promises', () => {
  let reader: Reader
  beforeEach(async () => {
    reader = await createMember(worker, reachable)
  })

  test('is both reminders by every channel, and changes at once; then what was sent, and when', async () => {
    const lifecycle = await approved()
    await hype(reader, lifecycle)
    const marks = { 24: startAt - 24 * hour, 1: startAt - hour }
    const planned = (hours: 24 | 1) =>
      ['email', 'discord', 'in_app'].map(
        (one) => `reminder ${hours} ${one} planned ${marks[hours]}`,
      )
    const noPush = (hours: number) => `reminder ${hours} push skipped unusable`
    expect(linesOf(await getPlanned(reader, lifecycle, now + 6000))).toEqual([
      ...planned(24),
      noPush(24),
      ...planned(1),
      noPush(1),
      ...changes('planned'),
    ])
    await worker.minute(marks[24])
    const sent = ['email', 'discord', 'in_app'].map((one) => `reminder 24 ${one} sent ${marks[24]}`)
    const after = linesOf(await getPlanned(reader, lifecycle, marks[24] + 30_000), marks[24])
    expect(after.slice(0, 8)).toEqual([...sent, noPush(24), ...planned(1), noPush(1)])
    await worker.minute(marks[1])
    const over = linesOf(await getPlanned(reader, lifecycle, startAt + 1000), marks[24], marks[1])
    expect(over).toEqual([
      ...sent,
      noPush(24),
      ...['email', 'discord', 'in_app'].map((one) => `reminder 1 ${one} sent ${marks[1]}`),
      noPush(1),
    ])
  })

  test('leaves out what was switched off, what cannot reach, and what was hyped too late for', async () => {
    const lifecycle = await approved()
    const late = await createMember(worker, { isVerified: false })
    await hype(late, lifecycle, startAt - 20 * hour)
    const path = 'users/me/notification_settings/channels/reminder/in_app'
    await callAs(worker, late, 'PUT', path, { body: { is_enabled: false }, now })
    const lines = linesOf(await getPlanned(late, lifecycle, startAt - 19 * hour))
    expect(lines.slice(0, 8)).toEqual([
      'reminder 24 email skipped hyped_late',
      'reminder 24 discord skipped hyped_late',
      'reminder 24 in_app skipped hyped_late',
      'reminder 24 push skipped hyped_late',
      'reminder 1 email skipped unusable',
      'reminder 1 discord skipped unusable',
      'reminder 1 in_app skipped switched_off',
      'reminder 1 push skipped unusable',
    ])
    expect(lines).toContain('event_changed in_app planned')
  })

  test('tells a refused mail that is tried again, and a webhook that is gone', async () => {
    const lifecycle = await approved()
    await hype(reader, lifecycle)
    const mark = startAt - 24 * hour
    await worker.sql`update users set discord_disabled_at = ${now} where id = ${reader.userId}`
    await worker.minute(mark)
    await query(
      worker,
      `update deliveries set status = 'pending', attempts = 1, sent_at = null, next_at = ?
        where user_id = ? and channel = 'email' and kind = 'reminder'`,
      mark + 60_000,
      reader.userId,
    )
    expect(linesOf(await getPlanned(reader, lifecycle, mark + 1000)).slice(0, 3)).toEqual([
      `reminder 24 email waiting ${mark + 60_000}`,
      'reminder 24 discord skipped webhook_gone',
      `reminder 24 in_app sent ${mark}`,
    ])
    await query(
      worker,
      `update deliveries set status = iif(channel = 'email', 'dead', 'unknown')
        where user_id = ? and channel <> 'in_app' and kind = 'reminder'`,
      reader.userId,
    )
    const [dead] = linesOf(await getPlanned(reader, lifecycle, mark + 1000))
    expect(dead).toBe('reminder 24 email failed undeliverable')
  })

  test('follows an event that moves and is cancelled, and keeps what was said of it', async () => {
    const lifecycle = await approved()
    await hype(reader, lifecycle)
    const moved = startAt + day
    await lifecycle.move(moved)
    await worker.minute(lifecycle.now())
    const lines = linesOf(
      await getPlanned(reader, lifecycle, lifecycle.now() + 1000),
      lifecycle.now(),
    )
    expect(lines.filter((line) => line.startsWith('event_changed')).slice(0, 3)).toEqual(
      ['email', 'discord', 'in_app'].map((one) => `event_changed ${one} sent ${lifecycle.now()}`),
    )
    expect(lines).toContain(`reminder 24 email planned ${moved - 24 * hour}`)
    expect(
      await lifecycle.act('cancel', { reason: 'Rain', ...reasons }, lifecycle.now() + 60_000),
    ).toBe(200)
    await worker.minute(lifecycle.now())
    const after = linesOf(
      await getPlanned(reader, lifecycle, lifecycle.now() + 1000),
      lifecycle.now(),
    )
    expect(after.some((line) => line.startsWith('reminder'))).toBe(false)
    expect(after).toContain(`event_cancelled email sent ${lifecycle.now()}`)
    expect(after.some((line) => line.includes('planned'))).toBe(false)
  })

  test('plans no reminder of a day without an hour', async () => {
    const lifecycle = await approved(startAt, { time_certainty: 'date_only' })
    await hype(reader, lifecycle)
    const { notices } = await getPlanned(reader, lifecycle, now + 6000)
    expect(notices.map(({ kind }) => kind)).toEqual(['event_changed', 'event_cancelled'])
  })

  test('is nobody else’s, and nothing of what is not hyped', async () => {
    const lifecycle = await approved()
    await hype(reader, lifecycle)
    const other = await createMember(worker)
    const path = `users/me/hyped_events/${lifecycle.event.id}/reminders`
    expect((await callAs(worker, other, 'GET', path, { now })).status).toBe(404)
  })
})
