import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { reasons, startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let panel: Moderation
test.beforeAll(async () => {
  panel = await startModeration(worker)
})

function cancel(id: number, by: Member, { body = {}, now }: { body?: unknown; now?: number } = {}) {
  const path = `events/${id}/cancel`
  return callAs<ProposalView & ErrorEnvelope>(worker, by, 'POST', path, { body, now })
}

async function published(now = Date.now()) {
  const placed = await panel.placeProposed({ now })
  await panel.ask('approve', placed.event.id, { now })
  return placed
}

async function hype(id: number, now?: number): Promise<Member> {
  const fan = await createMember(worker)
  await callAs(worker, fan, 'PUT', `events/${id}/toggle_hype`, { body: { hyped: true }, now })
  return fan
}

function planNotifications(id: number, kind: string) {
  return worker.sql<{ user: number; channel: string; status: string; payload: string }>`select
    user_id as user, channel, status, payload from deliveries
    where event_id = ${id} and kind = ${kind} order by user_id, channel`
}

describe('cancelling', () => {
  test('keeps the event in sight, tells everybody who hyped once, and stops reminders', async () => {
    const now = Date.now()
    const { event, proposer } = await published(now)
    const fans = [await hype(event.id, now), await hype(event.id, now)]
    const atDayBefore = Date.parse(event.start) - 24 * hour + 1
    await worker.drainQueue(now)
    await worker.sql`insert into deliveries (key, user_id, channel, kind, event_id, payload,
      status, next_at,
      deadline_at, created_at)
      values ('reminder:of-this-test', ${fans[0]!.userId}, 'email', 'reminder', ${event.id},
      '{"hours":24}', 'pending', ${atDayBefore}, ${Date.parse(event.start)}, ${now})`
    const reason = 'The host is ill.'
    const { status, body } = await cancel(event.id, proposer, { body: { reason }, now: now + 1000 })
    expect([status, body.status, body.cancel_reason]).toEqual([200, 'approved', reason])
    expect(await planNotifications(event.id, 'reminder')).toMatchObject([{ status: 'stopped' }])
    const shown = await worker.call<EventView>('GET', `events/${event.slug}`)
    expect(shown.body).toMatchObject({ cancelled_at: body.cancelled_at, cancel_reason: reason })
    const page = await worker.fetch(`/fr/events/${event.slug}`)
    expect(await page.text()).toContain(`Motif\u00a0: ${reason}`)
    await worker.drainQueue(now + 2000)
    await worker.minute(now + 60_000)
    const planned = await planNotifications(event.id, 'event_cancelled')
    expect(planned.map(({ user, channel }) => [user, channel])).toEqual(
      fans.flatMap(({ userId }) => [
        [userId, 'email'],
        [userId, 'in_app'],
      ]),
    )
    expect(JSON.parse(planned[0]!.payload)).toEqual({ reason })
    expect(await panel.auditOf(event.id)).toMatchObject([
      { act: 'propose' },
      { act: 'approve' },
      { act: 'cancel', actor: proposer.userId, reason, from: 'approved', to: 'approved' },
    ])
  })

  test('costs a proposer no trust, and ten where a moderator does it', async () => {
    const own = await published()
    await cancel(own.event.id, own.proposer)
    expect(await panel.standingOf(own.proposer)).toEqual({ xp: 50, trust: 54 })
    const theirs = await published()
    await panel.ask('cancel', theirs.event.id)
    expect(await panel.standingOf(theirs.proposer)).toEqual({ xp: 50, trust: 44 })
    await panel.ask('reset', theirs.event.id)
    expect(await panel.standingOf(theirs.proposer)).toEqual({ xp: 0, trust: 50 })
  })

  test('is nobody else’s, and refused once the event is over', async () => {
    const { event, proposer } = await published()
    const stranger = await cancel(event.id, await createMember(worker))
    expect([stranger.status, stranger.body.code]).toEqual([404, 'event_not_found'])
    const late = await cancel(event.id, proposer, { now: Date.parse(event.end) })
    expect([late.status, late.body.code]).toEqual([409, 'transition_not_allowed'])
    const long = { reason: 'x'.repeat(501) }
    expect((await cancel(event.id, proposer, { body: long })).status).toBe(422)
    expect((await panel.eventRow(event.id))?.['cancelled_at']).toBeNull()
    const live = await cancel(event.id, proposer, { now: Date.parse(event.start) })
    expect(live.status).toBe(200)
  })

  test('is forgotten once the event comes back, and may then be told of again', async () => {
    const now = Date.now()
    const { event } = await published(now)
    await hype(event.id, now)
    for (const round of [1, 2]) {
      const at = now + round * hour
      await panel.ask('cancel', event.id, {
        now: at,
        body: { reason: `Round ${round}`, ...reasons },
      })
      await worker.drainQueue(at)
      expect(await planNotifications(event.id, 'event_cancelled')).toHaveLength(2 * round)
      const { body } = await panel.ask('reset', event.id, { now: at + 1000 })
      expect(body).toMatchObject({ cancelled_at: null, cancel_reason: null })
      await panel.ask('approve', event.id, { now: at + 2000 })
    }
    expect((await panel.eventRow(event.id))?.['hype_count']).toBe(1)
  })
})

describe('an event that was moved', () => {
  test.each([
    ['at once', 0],
    ['after a delay', 60],
  ])(
    'and is approved %s tells everybody who hyped it the old and the new time, once',
    async (_, delay_seconds) => {
      const now = Date.now()
      const { event, proposer } = await published(now)
      const fan = await hype(event.id, now)
      const start = now + 9 * day
      await panel.ask('reset', event.id, { now: now + 1000 })
      const body = eventDraft(start)
      await callAs(worker, proposer, 'PUT', `events/${event.id}`, { body, now: now + 2000 })
      await panel.ask('approve', event.id, { now: now + 3000, body: { delay_seconds } })
      await Promise.all([worker.tick(now + 120_000), worker.tick(now + 120_001)])
      await worker.drainQueue(now + 120_000)
      // An event that comes back unmoved is no news.
      await panel.ask('reset', event.id, { now: now + 130_000 })
      await panel.ask('approve', event.id, { now: now + 140_000 })
      await worker.drainQueue(now + 140_000)
      const planned = await planNotifications(event.id, 'event_changed')
      expect(planned.map(({ user, channel }) => [user, channel])).toEqual([
        [fan.userId, 'email'],
        [fan.userId, 'in_app'],
      ])
      expect(JSON.parse(planned[0]!.payload)).toMatchObject({ old: Date.parse(event.start), start })
    },
  )
})
