import { describe, expect, onTestFinished } from 'vitest'
import { m } from '#messages'
import type {
  ProposalCounts,
  ProposalsPage,
  ProposalView,
} from '#worker/features/moderation/proposals/contract.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { startTestApi } from '#tests/support/drivers/api.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let panel: Moderation
test.beforeAll(async () => {
  panel = await startModeration(worker)
})

const acts = [
  'approve',
  'cancel_approval',
  'reject',
  'reset',
  'disable',
  'enable',
  'cancel',
] as const
const atOnce = { delay_seconds: 0 }

describe('every act', () => {
  test('on an event that is not there is 404', async () => {
    for (const act of acts) {
      const answer = await panel.ask(act, 999_999)
      expect([act, answer.status, answer.body.code]).toEqual([act, 404, 'event_not_found'])
    }
  })

  test('costs two trips to the database', async () => {
    // The queue stays unread: its work asks the database too, perhaps before an act is answered.
    const counted = await startTestApi({}, { isConsuming: false })
    onTestFinished(() => counted.close())
    const { ask, moderator, placeProposed } = await startModeration(counted)
    const { id } = (await placeProposed()).event
    const lifecycle = [
      'approve',
      'cancel',
      'reset',
      'reject',
      'reset',
      'disable',
      'enable',
    ] as const
    for (const act of lifecycle) {
      const before = counted.trips()
      expect((await ask(act, id)).status).toBe(200)
      expect([act, counted.trips() - before]).toEqual([act, 2])
    }
    const before = counted.trips()
    await counted.call('GET', 'admin/proposals?status=all', { token: moderator.token })
    await counted.call('GET', `admin/proposals/${id}`, { token: moderator.token })
    expect(counted.trips() - before).toBe(2)
  })
})

describe('the counts', () => {
  test('are those of each status, without what is being approved', async () => {
    const { token } = panel.moderator
    const counts = async () => worker.get<ProposalCounts>('admin/proposals/counts', { token })
    const before = await counts()
    const { event: approving } = await panel.placeProposed()
    const { event: rejected } = await panel.placeProposed()
    expect(await counts()).toEqual({ ...before, pending: before.pending + 2 })
    await panel.ask('approve', approving.id, { body: { delay_seconds: 60 } })
    await panel.ask('reject', rejected.id, { body: { reason_code: 'other' } })
    expect(await counts()).toEqual({ ...before, rejected: before.rejected + 1 })
    const list = await worker.call<ProposalsPage>('GET', 'admin/proposals', { token })
    expect(list.body.counts).toEqual(await counts())
  })
})

describe('approving', () => {
  test('waits 60 seconds, can be cancelled, and then publishes once however often the job runs', async () => {
    const now = Date.now()
    const proposer = await createMember(worker)
    const event = await panel.proposed(proposer, { now })
    const first = await panel.ask('approve', event.id, { now, body: {} })
    expect(first.body).toMatchObject({
      status: 'pending',
      approve_at: new Date(now + 60_000).toISOString().replace('.000Z', 'Z'),
    })
    expect(await panel.isPublic(event, now)).toBe(false)
    expect(
      (await panel.ask('cancel_approval', event.id, { now: now + 1 })).body.approve_at,
    ).toBeNull()
    await worker.tick(now + 61_000)
    expect((await panel.eventRow(event.id))?.['status']).toBe('pending')

    await panel.ask('approve', event.id, { now: now + 2, body: {} })
    await worker.tick(now + 59_000)
    expect(await panel.isPublic(event, now + 59_000)).toBe(false)
    expect(await panel.standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
    const later = now + 61_000
    await Promise.all([worker.tick(later), worker.tick(later), worker.tick(later + 1)])
    await worker.tick(later + 60_000)
    await worker.drainQueue(later)
    expect(await panel.isPublic(event, later)).toBe(true)
    expect(await panel.standingOf(proposer)).toEqual({ xp: 50, trust: 54 })
    const notices = await worker.sql`select channel, status from deliveries
      where event_id = ${event.id} order by channel`
    expect(notices).toEqual([
      { channel: 'email', status: 'sent' },
      { channel: 'in_app', status: 'sent' },
    ])
    const actor = panel.moderator.userId
    expect(await panel.auditOf(event.id)).toEqual([
      { act: 'propose', actor: proposer.userId, from: null, to: 'pending', reason: null },
      { act: 'approve', actor, from: 'pending', to: 'pending', reason: null },
      { act: 'cancel_approval', actor, from: 'pending', to: 'pending', reason: null },
      { act: 'approve', actor, from: 'pending', to: 'pending', reason: null },
      { act: 'approve', actor: null, from: 'pending', to: 'approved', reason: null },
    ])
  })

  test('without delay publishes in the same answer, which shows the new standing', async () => {
    const proposer = await createMember(worker)
    const event = await panel.proposed(proposer)
    const answer = await panel.ask('approve', event.id, { body: atOnce })
    expect(answer.body).toMatchObject({ status: 'approved', proposer: { trust: 54, approved: 1 } })
    expect(await panel.isPublic(event)).toBe(true)
    const mails = await waitFor(async () => {
      const found = await worker.mails(proposer.email)
      return found.length > 0 && found
    }, 'the mail to the proposer')
    expect(mails).toMatchObject([
      { subject: m.notification_approved_title({ name: event.name }, { locale: 'en' }) },
    ])
  })

  test('takes 0 to 24 hours of delay and nothing else', async () => {
    const event = (await panel.placeProposed()).event
    for (const delay_seconds of [-1, 86_401, 1.5, '60', null]) {
      const answer = await panel.ask('approve', event.id, { body: { delay_seconds } })
      expect([delay_seconds, answer.status]).toEqual([delay_seconds, 422])
    }
    expect((await panel.ask('approve', event.id, { body: { delay_seconds: 86_400 } })).status).toBe(
      200,
    )
  })

  test('waits until the proposer’s address is verified', async () => {
    const proposer = await createMember(worker, { isVerified: false })
    const event = await panel.proposed(proposer)
    for (const body of [atOnce, {}]) {
      const refused = await panel.ask('approve', event.id, { body })
      expect([refused.status, refused.body.code]).toEqual([409, 'email_not_verified'])
    }
    await worker.sql`update users set email_verified_at = 1 where id = ${proposer.userId}`
    expect((await panel.ask('approve', event.id, { body: atOnce })).status).toBe(200)
  })
})

describe('rejecting', () => {
  test('needs a reason', async () => {
    const { id } = (await panel.placeProposed()).event
    const wrong = [{}, { reason: '' }, { reason: '   ' }, { reason_code: 'ugly' }, { reason: 7 }]
    for (const body of [
      ...wrong,
      { reason_code: null, reason: null },
      { reason: 'x'.repeat(501) },
    ]) {
      expect([body, (await panel.ask('reject', id, { body })).status]).toEqual([body, 422])
    }
    expect((await panel.eventRow(id))?.['status']).toBe('pending')
  })

  test.each(['en', 'es', 'fr'] as const)('tells the proposer why, in %s', async (language) => {
    const proposer = await createMember(worker, { language })
    const event = await panel.proposed(proposer)
    await panel.ask('reject', event.id, { body: { reason_code: 'no_proof' } })
    const reason = m.rejection_no_proof({}, { locale: language })
    const mail = await waitFor(
      async () => (await worker.mails(proposer.email))[0],
      'the mail to the proposer',
    )
    expect(mail.subject).toBe(
      m.notification_rejected_title({ name: event.name }, { locale: language }),
    )
    expect(mail.text).toContain(reason)
    const inbox = await worker.call<NotificationsView>('GET', 'users/me/notifications', {
      token: proposer.token,
      headers: { 'Accept-Language': language },
    })
    expect(inbox.body).toMatchObject({
      unread_count: 1,
      items: [{ kind: 'proposal_decision', text: expect.stringContaining(reason) as string }],
    })
  })

  test('of a duplicate names the original, and links it to the proposer once it is public', async () => {
    const proposer = await createMember(worker, { language: 'en' })
    const original = (await panel.placeProposed()).event
    const event = await panel.proposed(proposer)
    const body = { reason_code: 'duplicate', reason: 'Seen.', duplicate_of: original.id }
    const rejected = await panel.ask('reject', event.id, { body })
    expect(rejected.body.rejection).toEqual({
      reason_code: 'duplicate',
      reason: 'Seen.',
      duplicate_of: { id: original.id, name: original.name, slug: null },
    })
    const { token } = proposer
    const mine = () => worker.call<ProposalView>('GET', `users/me/events/${event.id}`, { token })
    expect((await mine()).body.rejection?.duplicate_of).toEqual({
      id: original.id,
      name: null,
      slug: null,
    })
    await panel.ask('approve', original.id, { body: atOnce })
    expect((await mine()).body.rejection?.duplicate_of).toEqual({
      id: original.id,
      name: original.name,
      slug: original.slug,
    })
    const inbox = await worker.call<NotificationsView>('GET', 'users/me/notifications', { token })
    expect(inbox.body.items[0]?.text).toContain(original.name)
    const text =
      "select reason_code, reason from audit_entries where act = 'reject' and subject_id = ?"
    expect(await query(worker, text, event.id)).toEqual([
      { reason_code: 'duplicate', reason: 'Seen.' },
    ])

    await panel.ask('reset', event.id)
    expect((await mine()).body.rejection).toBeNull()
  })

  test('names no event that is unknown, the proposal itself, or without the reason', async () => {
    const { id } = (await panel.placeProposed()).event
    const { event: other } = await panel.placeProposed()
    const bodies = [
      { reason_code: 'duplicate', duplicate_of: 999_999 },
      { reason_code: 'duplicate', duplicate_of: id },
      { reason_code: 'spam', duplicate_of: other.id },
      { reason_code: 'duplicate', duplicate_of: 'other' },
    ]
    for (const body of bodies) {
      const answer = await panel.ask('reject', id, { body })
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { details: [{ path: 'duplicate_of' }] },
      ])
    }
    expect((await panel.eventRow(id))?.['status']).toBe('pending')
  })

  test('shows the reason, and an edit sends the proposal back to review', async () => {
    const proposer = await createMember(worker)
    const event = await panel.proposed(proposer)
    const reason = 'The page says 2025, not 2026.'
    await panel.ask('reject', event.id, { body: { reason, reason_code: 'wrong_details' } })
    const { token } = proposer
    const mine = await worker.call<ProposalView>('GET', `users/me/events/${event.id}`, { token })
    expect(mine.body.rejection).toEqual({
      reason_code: 'wrong_details',
      reason,
      duplicate_of: null,
    })
    const edited = await worker.call<ProposalView>('PUT', `events/${event.id}`, {
      token,
      body: eventDraft(Date.now() + 5 * day),
    })
    expect(edited.body).toMatchObject({ status: 'pending', rejection: null })
    expect(await panel.auditOf(event.id)).toMatchObject([
      { act: 'propose' },
      { act: 'reject', reason },
      { act: 'edit', to: 'pending' },
    ])
  })

  test.each([
    ['other', 44],
    ['spam', 30],
  ])('as %s leaves a trust of %i, and reset gives it back', async (reason_code, trust) => {
    const proposer = await createMember(worker)
    const { id } = await panel.proposed(proposer)
    await panel.ask('reject', id, { body: { reason_code } })
    expect(await panel.standingOf(proposer)).toEqual({ xp: 0, trust })
    expect((await panel.ask('reset', id)).body).toMatchObject({
      status: 'pending',
      rejection: null,
    })
    expect(await panel.standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
  })
})

describe('resetting an approved event', () => {
  test('takes it off the agenda, reverses XP and trust, and keeps the start that was', async () => {
    const proposer = await createMember(worker)
    const event = await panel.proposed(proposer)
    for (let round = 0; round < 3; round += 1) {
      await panel.ask('approve', event.id, { body: atOnce })
      expect(await panel.standingOf(proposer)).toEqual({ xp: 50, trust: 54 })
      const { body } = await panel.ask('reset', event.id)
      expect(body).toMatchObject({ status: 'pending', previous_start: null })
      const [row] = await worker.sql<{ previous_start_at: number }>`select previous_start_at
        from events where id = ${event.id}`
      expect(row?.previous_start_at).toBe(Date.parse(event.start))
      expect(await panel.standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
      expect(await panel.isPublic(event)).toBe(false)
    }
  })
})
