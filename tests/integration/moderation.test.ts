import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { m } from '#messages'
import type { ErrorEnvelope } from '#worker/contract.ts'
import type { EventStatus, ProposalView } from '#worker/features/events/contract.ts'
import { isAllowed, transitions, type ModerationAct } from '#worker/features/events/transitions.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import { placeMember, query, tokenOf, type Member } from '#tests/members.ts'
import { day, eventDraft, proposeEvent } from '#tests/people.ts'
import { eventually, startTestWorker, type TestWorker } from '#tests/worker.ts'

let worker: TestWorker
let moderator: Member
let colleague: Member
beforeAll(async () => {
  worker = await startTestWorker()
  moderator = await placeMember(worker, { role: 'moderator' })
  colleague = await placeMember(worker, { role: 'moderator' })
})
afterAll(() => worker.close())

type Asked = { body?: unknown; now?: number; by?: Member }

async function ask(act: ModerationAct, id: number, { body, now, by = moderator }: Asked = {}) {
  const token = await tokenOf(worker, by, now ?? Date.now())
  const path = `admin/proposals/${id}/${act}`
  return worker.call<ProposalView & ErrorEnvelope>('POST', path, { token, body, now })
}

async function proposed(proposer: Member, now = Date.now()): Promise<ProposalView> {
  return proposeEvent(worker, await tokenOf(worker, proposer, now), now + 3 * day, { now })
}

const atOnce = { delay_seconds: 0 }
const bodies: Partial<Record<ModerationAct, unknown>> = {
  approve: atOnce,
  reject: { reason_code: 'no_proof' },
}

async function eventRow(id: number) {
  const [row] = await query<Record<string, unknown>>(
    worker,
    'select * from events where id = ?',
    id,
  )
  return row
}

async function standingOf({ userId }: Member) {
  const [row] = await query<{ xp: number; trust: number }>(
    worker,
    'select total_xp as xp, trust from users where id = ?',
    userId,
  )
  return row
}

function auditOf(id: number) {
  return query<Record<string, unknown>>(
    worker,
    `select act, actor_id as actor, from_state as "from", to_state as "to", reason from audit_entries
      where subject_type = 'event' and subject_id = ? order by id`,
    id,
  )
}

async function isPublic({ slug }: ProposalView, now?: number): Promise<boolean> {
  return (await worker.call('GET', `events/${slug}`, { now })).status === 200
}

const states: Record<string, { status: EventStatus; approveAt: number | null }> = {
  pending: { status: 'pending', approveAt: null },
  'waiting for its delay': { status: 'pending', approveAt: Date.now() + 600_000 },
  approved: { status: 'approved', approveAt: null },
  rejected: { status: 'rejected', approveAt: null },
  disabled: { status: 'disabled', approveAt: null },
}
const cells = Object.keys(states).flatMap((state) =>
  (Object.keys(transitions) as ModerationAct[]).map((act) => ({ state, act })),
)

describe('every act on every status', () => {
  test.each(cells)('$act on $state', async ({ state, act }) => {
    const proposer = await placeMember(worker)
    const { id } = await proposed(proposer)
    const { status, approveAt } = states[state]!
    await query(
      worker,
      'update events set status = ?, approve_at = ? where id = ?',
      status,
      approveAt,
      id,
    )
    const before = [await eventRow(id), await standingOf(proposer), await auditOf(id)]
    const answer = await ask(act, id, { body: bodies[act] })
    if (isAllowed(act, states[state]!)) {
      expect([answer.status, answer.body.status]).toEqual([200, transitions[act].to])
      expect(await eventRow(id)).toMatchObject({ status: transitions[act].to, approve_at: null })
      expect((await auditOf(id)).at(-1)).toMatchObject({
        act,
        actor: moderator.userId,
        from: status,
        to: transitions[act].to,
      })
    } else {
      expect([answer.status, answer.body.code]).toEqual([409, 'transition_not_allowed'])
      expect([await eventRow(id), await standingOf(proposer), await auditOf(id)]).toEqual(before)
    }
  })

  test('on an event that is not there is 404', async () => {
    for (const act of Object.keys(transitions) as ModerationAct[]) {
      const answer = await ask(act, 999_999, { body: bodies[act] })
      expect([act, answer.status, answer.body.code]).toEqual([act, 404, 'event_not_found'])
    }
  })

  test('costs two trips to the database', async () => {
    const proposer = await placeMember(worker)
    await query(
      worker,
      `insert into notification_channels values (?, 'proposal_decision', 'email', 0)`,
      proposer.userId,
    )
    const { id } = await proposed(proposer)
    await worker.drainQueue(Date.now())
    const trips = () => worker.environment.libsql?.stats().pipelines ?? 0
    for (const act of ['approve', 'reset', 'reject', 'reset', 'disable', 'enable'] as const) {
      const before = trips()
      expect((await ask(act, id, { body: bodies[act] })).status).toBe(200)
      expect([act, trips() - before]).toEqual([act, 2])
    }
    const before = trips()
    await worker.call('GET', 'admin/proposals?status=all', { token: moderator.token })
    await worker.call('GET', `admin/proposals/${id}`, { token: moderator.token })
    expect(trips() - before).toBe(2)
  })
})

describe('approving', () => {
  test('waits 60 seconds, can be cancelled, and then publishes once however often the job runs', async () => {
    const now = Date.now()
    const proposer = await placeMember(worker)
    const event = await proposed(proposer, now)
    const first = await ask('approve', event.id, { now, body: {} })
    expect(first.body).toMatchObject({
      status: 'pending',
      approve_at: new Date(now + 60_000).toISOString().replace('.000Z', 'Z'),
    })
    expect(await isPublic(event, now)).toBe(false)
    expect((await ask('cancel_approval', event.id, { now: now + 1 })).body.approve_at).toBeNull()
    await worker.tick(now + 61_000)
    expect((await eventRow(event.id))?.['status']).toBe('pending')

    await ask('approve', event.id, { now: now + 2 })
    await worker.tick(now + 59_000)
    expect(await isPublic(event, now + 59_000)).toBe(false)
    expect(await standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
    const later = now + 61_000
    await Promise.all([worker.tick(later), worker.tick(later), worker.tick(later + 1)])
    await worker.tick(later + 60_000)
    await worker.drainQueue(later)
    expect(await isPublic(event, later)).toBe(true)
    expect(await standingOf(proposer)).toEqual({ xp: 50, trust: 54 })
    const notices = await query(
      worker,
      `select channel, status from deliveries where event_id = ? order by channel`,
      event.id,
    )
    expect(notices).toEqual([
      { channel: 'email', status: 'sent' },
      { channel: 'in_app', status: 'sent' },
    ])
    const actor = moderator.userId
    expect(await auditOf(event.id)).toEqual([
      { act: 'propose', actor: proposer.userId, from: null, to: 'pending', reason: null },
      { act: 'approve', actor, from: 'pending', to: 'pending', reason: null },
      { act: 'cancel_approval', actor, from: 'pending', to: 'pending', reason: null },
      { act: 'approve', actor, from: 'pending', to: 'pending', reason: null },
      { act: 'approve', actor: null, from: 'pending', to: 'approved', reason: null },
    ])
  })

  test('without delay publishes in the same answer, which shows the new standing', async () => {
    const proposer = await placeMember(worker)
    const event = await proposed(proposer)
    const answer = await ask('approve', event.id, { body: atOnce })
    expect(answer.body).toMatchObject({ status: 'approved', proposer: { trust: 54, approved: 1 } })
    expect(await isPublic(event)).toBe(true)
    const mails = await eventually(async () => {
      const found = await worker.mails(proposer.email)
      return found.length > 0 && found
    }, 'the mail to the proposer')
    expect(mails).toMatchObject([
      { subject: m.notice_approved_title({ name: event.name }, { locale: 'en' }) },
    ])
  })

  test('takes 0 to 24 hours of delay and nothing else', async () => {
    const event = await proposed(await placeMember(worker))
    for (const delay_seconds of [-1, 86_401, 1.5, '60', null]) {
      const answer = await ask('approve', event.id, { body: { delay_seconds } })
      expect([delay_seconds, answer.status]).toEqual([delay_seconds, 422])
    }
    expect((await ask('approve', event.id, { body: { delay_seconds: 86_400 } })).status).toBe(200)
  })

  test('waits until the proposer’s address is verified', async () => {
    const proposer = await placeMember(worker, { isVerified: false })
    const event = await proposed(proposer)
    for (const body of [atOnce, {}]) {
      const refused = await ask('approve', event.id, { body })
      expect([refused.status, refused.body.code]).toEqual([409, 'email_not_verified'])
    }
    await query(worker, 'update users set email_verified_at = 1 where id = ?', proposer.userId)
    expect((await ask('approve', event.id, { body: atOnce })).status).toBe(200)
  })
})

describe('rejecting', () => {
  test('needs a reason', async () => {
    const { id } = await proposed(await placeMember(worker))
    const wrong = [{}, { reason: '' }, { reason: '   ' }, { reason_code: 'ugly' }, { reason: 7 }]
    for (const body of [
      ...wrong,
      { reason_code: null, reason: null },
      { reason: 'x'.repeat(501) },
    ]) {
      expect([body, (await ask('reject', id, { body })).status]).toEqual([body, 422])
    }
    expect((await eventRow(id))?.['status']).toBe('pending')
  })

  test.each(['en', 'es', 'fr'] as const)('tells the proposer why, in %s', async (language) => {
    const proposer = await placeMember(worker, { language })
    const event = await proposed(proposer)
    await ask('reject', event.id, { body: { reason_code: 'no_proof' } })
    const reason = m.rejection_no_proof({}, { locale: language })
    const mail = await eventually(
      async () => (await worker.mails(proposer.email))[0],
      'the mail to the proposer',
    )
    expect(mail.subject).toBe(m.notice_rejected_title({ name: event.name }, { locale: language }))
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

  test('shows the reason, and an edit sends the proposal back to review', async () => {
    const proposer = await placeMember(worker)
    const event = await proposed(proposer)
    const reason = 'The page says 2025, not 2026.'
    await ask('reject', event.id, { body: { reason, reason_code: 'wrong_details' } })
    const { token } = proposer
    const mine = await worker.call<ProposalView>('GET', `users/me/events/${event.id}`, { token })
    expect(mine.body.rejection).toEqual({ reason_code: 'wrong_details', reason })
    const edited = await worker.call<ProposalView>('PUT', `events/${event.id}`, {
      token,
      body: eventDraft(Date.now() + 5 * day),
    })
    expect(edited.body).toMatchObject({ status: 'pending', rejection: null })
    expect(await auditOf(event.id)).toMatchObject([
      { act: 'propose' },
      { act: 'reject', reason },
      { act: 'edit', to: 'pending' },
    ])
  })

  test.each([
    ['other', 44],
    ['spam', 30],
  ])('as %s leaves a trust of %i, and reset gives it back', async (reason_code, trust) => {
    const proposer = await placeMember(worker)
    const { id } = await proposed(proposer)
    await ask('reject', id, { body: { reason_code } })
    expect(await standingOf(proposer)).toEqual({ xp: 0, trust })
    expect((await ask('reset', id)).body).toMatchObject({ status: 'pending', rejection: null })
    expect(await standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
  })
})

describe('resetting an approved event', () => {
  test('takes it off the agenda, reverses XP and trust, and keeps the start that was', async () => {
    const proposer = await placeMember(worker)
    const event = await proposed(proposer)
    for (let round = 0; round < 3; round += 1) {
      await ask('approve', event.id, { body: atOnce })
      expect(await standingOf(proposer)).toEqual({ xp: 50, trust: 54 })
      const { body } = await ask('reset', event.id)
      expect(body).toMatchObject({ status: 'pending', previous_start: null })
      const [row] = await query<{ previous_start_at: number }>(
        worker,
        'select previous_start_at from events where id = ?',
        event.id,
      )
      expect(row?.previous_start_at).toBe(Date.parse(event.start))
      expect(await standingOf(proposer)).toEqual({ xp: 0, trust: 50 })
      expect(await isPublic(event)).toBe(false)
    }
  })
})

describe('two moderators at the same instant', () => {
  const statusesOf = (answers: { status: number }[]) =>
    answers.map(({ status }) => status).toSorted()

  test.each([
    ['approve', atOnce, 'approve', atOnce],
    ['approve', atOnce, 'approve', { delay_seconds: 60 }],
    ['approve', atOnce, 'reject', { reason_code: 'spam' }],
    ['reject', { reason_code: 'spam' }, 'reject', { reason_code: 'other' }],
    ['approve', { delay_seconds: 60 }, 'disable', undefined],
  ] as const)(
    '%s (%j) and %s (%j): one has effect, the other is told',
    async (one, a, other, b) => {
      for (let round = 0; round < 3; round += 1) {
        const now = Date.now()
        const proposer = await placeMember(worker)
        const event = await proposed(proposer, now)
        const answers = await Promise.all([
          ask(one, event.id, { body: a, now }),
          ask(other, event.id, { body: b, now, by: colleague }),
        ])
        expect(statusesOf(answers)).toEqual([200, 409])
        expect(await auditOf(event.id)).toHaveLength(2)
        const row = await eventRow(event.id)
        const code = row?.['rejection_code']
        const expected =
          row?.['status'] === 'approved'
            ? { xp: 50, trust: 54 }
            : { xp: 0, trust: code === 'spam' ? 30 : code === 'other' ? 44 : 50 }
        expect(await standingOf(proposer)).toEqual(expected)
        const told = await query(
          worker,
          `select 1 from deliveries where event_id = ? and channel = 'in_app'`,
          event.id,
        )
        expect(told).toHaveLength(
          ['approved', 'rejected'].includes(String(row?.['status'])) ? 1 : 0,
        )
      }
    },
  )
})

describe('the queue', () => {
  test('pages through proposals of a status, the oldest waiting first', async () => {
    type Listed = { items: ProposalView[]; page: number; per_page: number; total: number }
    const list = async (search: string) => {
      const { token } = moderator
      return (await worker.call<Listed>('GET', `admin/proposals${search}`, { token })).body
    }
    const first = await list('?per_page=10')
    const second = await list('?per_page=10&page=2')
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(first).toMatchObject({ page: 1, per_page: 10 })
    expect([...first.items, ...second.items].every(({ status }) => status === 'pending')).toBe(true)
    const [counted] = await query<{ total: number }>(
      worker,
      `select count(*) as total from events where status = 'pending'`,
    )
    expect(first.total).toBe(counted?.total)
    expect((await list('?page=999999')).items).toEqual([])
    const rejected = await list('?status=rejected')
    expect(rejected.items.every(({ status }) => status === 'rejected')).toBe(true)
    for (const wrong of ['?page=0', '?per_page=11', '?status=waiting']) {
      expect(await list(wrong)).toMatchObject({ code: 'validation_failed' })
    }
  })
})
