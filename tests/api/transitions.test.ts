import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { EventAction, type ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import {
  transitionRoles,
  deriveEventState,
  eventStates,
  toStoredStatus,
  findTargetState,
  type EventState,
} from '#worker/features/moderation/proposals/transitions.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { answerTo, isCaller, type Caller } from '#tests/support/tables/transition-table.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { correction, reasons } from '#tests/support/factories/moderation.ts'

const callers = transitionRoles.filter(isCaller)
let panel: Moderation
const people = new Map<Caller, Member>()
test.beforeAll(async () => {
  panel = await startModeration(worker)
  people.set('member', await createMember(worker))
  people.set('proposer', await createMember(worker))
  people.set('restricted_proposer', await createMember(worker, { isSoftBanned: true }))
  people.set('moderator', await createMember(worker, { role: 'moderator' }))
  people.set('admin', await createMember(worker, { role: 'admin' }))
})

/** An event of the member in a state, with nothing in the audit log. */
async function placeIn(state: EventState, proposer: Member | undefined): Promise<number> {
  const now = Date.now()
  const startAt = state === 'over' ? now - day : now + 3 * day
  const { id } = await createEvent(worker, {
    startAt,
    endAt: startAt + hour,
    status: toStoredStatus(state),
    reviewedAt: null,
    ...(state === 'cancelled' ? { cancelledAt: now - hour } : {}),
  })
  await worker.sql`update events set proposer_id = ${proposer?.userId ?? null}, approve_at =
    ${state === 'approving' ? now + hour : null}, approved_at =
    ${toStoredStatus(state) === 'approved' ? now - hour : null}, withdrawn_at =
    ${state === 'withdrawn' ? now - hour : null} where id = ${id}`
  return id
}

async function stateIn(id: number): Promise<EventState> {
  const row = await panel.eventRow(id)
  return deriveEventState({
    status: row?.['status'] as ProposalView['status'],
    isApproving: row?.['approve_at'] !== null,
    isCancelled: row?.['cancelled_at'] !== null,
    isWithdrawn: row?.['withdrawn_at'] !== null,
    isOver: Number(row?.['end_at']) <= Date.now(),
  })
}

const bodies: Partial<Record<EventAction, () => unknown>> = {
  reset: () => correction,
  disable: () => reasons,
  approve: () => ({ delay_seconds: 0 }),
  reject: () => ({ reason_code: 'other' }),
  cancel: () => ({ reason: 'The host is ill', ...reasons }),
  edit: () => eventDraft(Date.now() + 5 * day),
}

function call(role: Caller, act: EventAction, id: number) {
  const isReviewing = role === 'moderator' || role === 'admin'
  const isOwn = act === 'withdraw' || (!isReviewing && (act === 'edit' || act === 'cancel'))
  const path = isOwn ? `events/${id}` : `admin/proposals/${id}`
  const options = { token: people.get(role)?.token, body: bodies[act]?.() }
  return act === 'edit'
    ? worker.call<ErrorEnvelope>('PUT', path, options)
    : worker.call<ErrorEnvelope>('POST', `${path}/${act}`, options)
}

/** Whose event it is that the role acts on. */
function proposerFor(role: Caller): Member | undefined {
  return people.get(role === 'restricted_proposer' ? role : 'proposer')
}

const rowsOf = async (id: number) => [await panel.eventRow(id), await panel.auditOf(id)]

const cells = eventStates.flatMap((state) => EventAction.options.map((act) => ({ state, act })))

describe('the table of transitions', () => {
  test.each(cells)('$act on $state [ASVS 2.3.1]', async ({ state, act }) => {
    for (const role of callers) {
      const id = await placeIn(state, proposerFor(role))
      const before = await rowsOf(id)
      const answer = await call(role, act, id)
      const expected = answerTo(role, act, state)
      if ('to' in expected) {
        expect([role, answer.status, await stateIn(id)]).toEqual([role, 200, expected.to])
        const entry = { act, from: toStoredStatus(state), to: toStoredStatus(expected.to) }
        expect(await panel.auditOf(id)).toMatchObject([
          { ...entry, actor: people.get(role)?.userId },
        ])
      } else {
        const { status, code } = expected
        expect([role, answer.status, answer.body.code]).toEqual([role, status, code])
        expect(await rowsOf(id)).toEqual(before)
      }
    }
  })

  test('leaves to the clock what is due, and nothing else', async () => {
    const placed = await Promise.all(
      eventStates.map((state) => placeIn(state, people.get('proposer'))),
    )
    await worker.tick(Date.now() + 2 * hour)
    for (const [index, state] of eventStates.entries()) {
      const id = placed[index] ?? 0
      const to = findTargetState('system', 'approve', state)
      expect([state, await stateIn(id)]).toEqual([state, to ?? state])
      const entry = { act: 'approve', actor: null, from: 'pending', to: 'approved' }
      expect(await panel.auditOf(id)).toMatchObject(to ? [entry] : [])
    }
  })

  test('lets moderators cancel by the call of proposers too', async () => {
    const id = await placeIn('approved', people.get('proposer'))
    const { token } = people.get('moderator')!
    const path = `events/${id}/cancel`
    const unexplained = await worker.call('POST', path, { token })
    expect(unexplained.status).toBe(422)
    const answer = await worker.call<ProposalView>('POST', path, { token, body: reasons })
    expect([answer.status, await stateIn(id)]).toEqual([200, 'cancelled'])
  })
})
