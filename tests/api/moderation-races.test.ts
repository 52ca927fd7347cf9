import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { BulkModerationView } from '#worker/features/moderation/proposals/bulk/contract.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
let panel: Moderation
let colleague: Member
test.beforeAll(async () => {
  panel = await startModeration(worker)
  colleague = await createMember(worker, { role: 'moderator' })
})

const atOnce = { delay_seconds: 0 }

async function edit(event: ProposalView, by: Member, path = `events/${event.id}`) {
  const body = eventDraft(Date.now() + 5 * day)
  return worker.call<ProposalView & ErrorEnvelope>('PUT', path, { token: by.token, body })
}

function toldInApp(id: number, kind = '%') {
  return worker.sql`select 1 from deliveries where event_id = ${id} and channel = 'in_app'
    and kind like ${kind}`
}

/** Standing of a proposer, by what became of their only proposal. */
const standings: Record<string, { xp: number; trust: number }> = {
  approved: { xp: 50, trust: 54 },
  spam: { xp: 0, trust: 30 },
  other: { xp: 0, trust: 44 },
  pending: { xp: 0, trust: 50 },
  disabled: { xp: 0, trust: 50 },
}

describe('two moderators at the same instant', () => {
  test.each([
    ['approve', atOnce, 'approve', atOnce],
    ['approve', atOnce, 'approve', { delay_seconds: 60 }],
    ['approve', atOnce, 'reject', { reason_code: 'spam' }],
    ['reject', { reason_code: 'spam' }, 'reject', { reason_code: 'other' }],
    ['approve', { delay_seconds: 60 }, 'disable', reasons],
  ] as const)(
    '%s (%j) and %s (%j): one has effect, the other is told',
    async (one, a, other, b) => {
      for (let round = 0; round < 3; round += 1) {
        const now = Date.now()
        const { proposer, event } = await panel.placeProposed({ now })
        const answers = await Promise.all([
          panel.ask(one, event.id, { body: a, now }),
          panel.ask(other, event.id, { body: b, now, by: colleague }),
        ])
        const [first, second] = answers.toSorted((x, y) => x.status - y.status)
        expect([first?.status, second?.status]).toEqual([200, 409])
        const winner = answers[0].status === 200 ? panel.moderator : colleague
        expect(second?.body.code).toBe('already_decided')
        expect(second?.body.details).toMatchObject({ by: winner.username })
        expect(await panel.auditOf(event.id)).toHaveLength(2)
        const row = await panel.eventRow(event.id)
        const outcome = String(row?.['rejection_code'] ?? row?.['status'])
        expect(await panel.standingOf(proposer)).toEqual(standings[outcome])
        const isTold = ['approved', 'spam', 'other'].includes(outcome)
        expect(await toldInApp(event.id)).toHaveLength(isTold ? 1 : 0)
      }
    },
  )
})

describe('the second to decide', () => {
  test.each([
    ['en', 'UTC', 'Already approved by {name} on March 1, 2027 at 12:00 PM (UTC).'],
    ['es', 'America/Lima', 'Ya la aprobó {name} el 1 de marzo de 2027 a las 7:00 (America/Lima).'],
    ['fr', 'Europe/Paris', 'Déjà approuvée par {name} le 1 mars 2027 à 13:00 (Europe/Paris).'],
  ])('reads who did and when, in %s and their own zone', async (language, zone, text) => {
    const now = Date.UTC(2027, 2, 1, 12)
    const { event } = await panel.placeProposed({ now })
    await panel.ask('approve', event.id, { now })
    await worker.sql`update users set timezone_name = ${zone} where id = ${colleague.userId}`
    const answer = await callAs(worker, colleague, 'POST', `admin/proposals/${event.id}/reject`, {
      now: now + 1000,
      body: { reason_code: 'duplicate' },
      headers: { 'Accept-Language': language },
    })
    const { username } = panel.moderator
    expect(answer.body).toEqual({
      code: 'already_decided',
      msg: text.replace('{name}', username),
      details: { by: username, at: '2027-03-01T12:00:00Z', act: 'approve', status: 'approved' },
    })
  })

  test('reads who asked for an approval that came due', async () => {
    const now = Date.now()
    const { event } = await panel.placeProposed({ now })
    await panel.ask('approve', event.id, { now, body: {} })
    await worker.tick(now + 61_000)
    const answer = await panel.ask('reject', event.id, { by: colleague })
    expect(answer.body.details).toMatchObject({ by: panel.moderator.username, act: 'approve' })
    const { body } = await panel.ask('reset', event.id)
    expect(body.decision).toMatchObject({ by: panel.moderator.username, act: 'reset' })
  })

  test('hears no name where an edit came after the decision', async () => {
    const { proposer, event } = await panel.placeProposed()
    await panel.ask('reject', event.id)
    await edit(event, proposer)
    const answer = await panel.ask('reset', event.id)
    expect([answer.status, answer.body.code]).toEqual([409, 'transition_not_allowed'])
  })

  test('is the proposer, who is not told who', async () => {
    const { proposer, event } = await panel.placeProposed()
    await panel.ask('approve', event.id)
    const refused = await edit(event, proposer)
    expect([refused.status, refused.body.code]).toEqual([409, 'transition_not_allowed'])
    const { token } = proposer
    const mine = await worker.call<ProposalView>('GET', `users/me/events/${event.id}`, { token })
    expect(mine.body.decision).toMatchObject({ by: null, act: 'approve' })
  })
})

describe('an approval of what was seen', () => {
  test('is refused once the proposer edited, and changes nothing', async () => {
    const { proposer, event } = await panel.placeProposed()
    const body = { ...atOnce, seen_updated_at: event.updated_at }
    const edited = await edit(event, proposer)
    const before = [await panel.eventRow(event.id), await panel.auditOf(event.id)]
    const refused = await panel.ask('approve', event.id, { body })
    expect([refused.status, refused.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(refused.body.details).toEqual({ updated_at: edited.body.updated_at })
    expect([await panel.eventRow(event.id), await panel.auditOf(event.id)]).toEqual(before)
    const seen = { ...atOnce, seen_updated_at: edited.body.updated_at }
    expect((await panel.ask('approve', event.id, { body: seen })).status).toBe(200)
  })

  test('keeps a correction from overwriting an edit', async () => {
    const { proposer, event } = await panel.placeProposed()
    const edited = await edit(event, proposer)
    const path = `admin/proposals/${event.id}`
    const { token } = panel.moderator
    const correct = (seen_updated_at: string) =>
      worker.call<ProposalView & ErrorEnvelope>('PUT', path, {
        token,
        body: { ...eventDraft(Date.now() + 6 * day), seen_updated_at },
      })
    const refused = await correct(event.updated_at)
    expect([refused.status, refused.body.code]).toEqual([409, 'changed_meanwhile'])
    const corrected = await correct(edited.body.updated_at)
    expect([corrected.status, corrected.body.status]).toEqual([200, 'pending'])
  })
})

describe('an act sent twice', () => {
  const lifecycle = [
    ['approve', { delay_seconds: 600 }],
    ['cancel_approval'],
    ['approve', atOnce],
    ['cancel', { reason: 'Ill', ...reasons }],
    ['reset', reasons],
    ['reject', { reason_code: 'other' }],
    ['reset', reasons],
    ['disable', reasons],
    ['enable'],
  ] as const

  async function ledgerOf(id: number) {
    const subject = `event:${id}`
    return worker.sql`select action, is_reversal, points, at from xp_entries
      where subject = ${subject} union all select action, is_reversal, delta, at
      from trust_entries where subject = ${subject} order by at, action, is_reversal`
  }

  test('at once has one effect', async () => {
    const once = await panel.placeProposed()
    const twice = await panel.placeProposed()
    for (const [act, body] of lifecycle) {
      const now = Date.now()
      await panel.ask(act, once.event.id, { now, body })
      const again = () => panel.ask(act, twice.event.id, { now, body })
      const statuses = (await Promise.all([again(), again()])).map(({ status }) => status)
      expect([act, ...statuses.toSorted()]).toEqual([act, 200, 409])
    }
    const acts = (entries: Record<string, unknown>[]) => entries.map(({ act }) => act)
    expect(acts(await panel.auditOf(twice.event.id))).toEqual([
      'propose',
      ...lifecycle.map(([act]) => act),
    ])
    expect(await ledgerOf(twice.event.id)).toEqual(await ledgerOf(once.event.id))
    expect(await panel.standingOf(twice.proposer)).toEqual(await panel.standingOf(once.proposer))
    expect(await toldInApp(twice.event.id, 'proposal_decision')).toHaveLength(2)
    expect(
      await worker.sql`select kind from notice_fanouts where event_id = ${twice.event.id}
      and kind = 'event_cancelled'`,
    ).toHaveLength(1)
  })
})

describe('one act on many', () => {
  async function bulk(body: unknown) {
    const { token } = panel.moderator
    return worker.call<BulkModerationView & ErrorEnvelope>('POST', 'admin/proposals/bulk', {
      token,
      body,
    })
  }

  test('costs two trips to the database, however many they are', async () => {
    const placed = [await panel.placeProposed(), await panel.placeProposed()]
    await worker.drainQueue(Date.now())
    const before = worker.trips()
    const ids = placed.map(({ event }) => event.id)
    const { status } = await bulk({ ids, act: 'approve', delay_seconds: 60 })
    expect([status, worker.trips() - before]).toEqual([200, 2])
  })

  test('is decided for each', async () => {
    const fine = await panel.placeProposed()
    const unverified = await panel.placeProposed({ isVerified: false })
    const decided = await panel.placeProposed()
    await panel.ask('reject', decided.event.id, { by: colleague })
    const edited = await panel.placeProposed()
    await edit(edited.event, edited.proposer)
    const ids = [fine, unverified, decided, edited].map(({ event }) => event.id)
    await worker.drainQueue(Date.now())
    const { status, body } = await bulk({
      ids: [...ids, 999_999, ids[0]],
      act: 'approve',
      ...atOnce,
      seen_updated_at: { [edited.event.id]: edited.event.updated_at },
    })
    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { id: ids[0], outcome: 'done', proposal: { status: 'approved' } },
      { id: ids[1], outcome: 'refused', code: 'email_not_verified' },
      { id: ids[2], outcome: 'refused', code: 'already_decided', proposal: { status: 'rejected' } },
      { id: ids[3], outcome: 'refused', code: 'changed_meanwhile' },
      { id: 999_999, outcome: 'refused', code: 'event_not_found', proposal: null },
    ])
    expect(await panel.standingOf(fine.proposer)).toEqual({ xp: 50, trust: 54 })
    expect(await panel.auditOf(fine.event.id)).toMatchObject([
      { act: 'propose' },
      { act: 'approve', actor: panel.moderator.userId, from: 'pending', to: 'approved' },
    ])
    for (const id of ids.slice(1))
      expect((await panel.eventRow(id))?.['status']).not.toBe('approved')
  })

  test('keeps the cap of a proposer’s points, and tells of each', async ({ member: proposer }) => {
    const ids: number[] = []
    for (let count = 0; count < 12; count += 1) ids.push((await panel.proposed(proposer)).id)
    const { body } = await bulk({ ids, act: 'approve', ...atOnce })
    expect(body.items.filter(({ outcome }) => outcome === 'done')).toHaveLength(12)
    expect(await panel.standingOf(proposer)).toEqual({ xp: 500, trust: 98 })
    for (const id of ids) expect(await toldInApp(id, 'proposal_decision')).toHaveLength(1)
  })

  test('rejects with one reason, and takes the plain acts', async () => {
    const { event, proposer } = await panel.placeProposed()
    const ids = [event.id]
    await bulk({ ids, act: 'reject', reason: 'Not yet announced' })
    expect(await panel.eventRow(event.id)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Not yet announced',
    })
    for (const [act, status] of [
      ['reset', 'pending'],
      ['disable', 'disabled'],
      ['enable', 'pending'],
    ] as const) {
      const { body } = await bulk({ ids, act, ...reasons })
      expect(body.items).toMatchObject([{ outcome: 'done', proposal: { status } }])
    }
    expect(await panel.standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
  })

  test.each([
    [{ ids: [], act: 'reset', ...reasons }],
    [{ ids: [1], act: 'reject' }],
    [{ ids: [1], act: 'cancel' }],
    [{ ids: [1], act: 'edit' }],
    [{ ids: ['1'], act: 'reset', ...reasons }],
    [{ ids: Array.from({ length: 101 }, (_, index) => index + 1), act: 'reset', ...reasons }],
    [{ ids: [1], act: 'approve', delay_seconds: -1 }],
  ])('refuses %j', async (body) => {
    expect((await bulk(body)).status).toBe(422)
  })

  test('takes a hundred', async ({ member: proposer }) => {
    const { id } = await panel.proposed(proposer)
    const ids = [id, ...Array.from({ length: 99 }, (_, index) => 500_000 + index)]
    const { body } = await bulk({ ids, act: 'disable', ...reasons })
    expect(body.items.map((item) => item.id)).toEqual(ids)
    expect(body.items[0]).toMatchObject({ outcome: 'done' })
  })
})
