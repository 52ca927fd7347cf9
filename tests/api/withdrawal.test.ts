import { expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { day, minute } from '#tests/support/drivers/durations.ts'
import { callAs, createMember, xpOf, type Member } from '#tests/support/factories/members.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let member: Member
test.beforeAll(async () => {
  member = await createMember(worker)
})

let days = 30
async function propose(by = member): Promise<ProposalView> {
  const body = eventDraft(Date.now() + (days += 3) * day)
  return (await callAs<ProposalView>(worker, by, 'POST', 'events', { body })).body
}

function withdraw(id: number, by = member) {
  return callAs<ProposalView & ErrorEnvelope>(worker, by, 'POST', `events/${id}/withdraw`)
}

test('a pending proposal is taken back by its proposer, with an entry in the log', async ({
  panel,
}) => {
  const proposal = await propose()
  const { status, body } = await withdraw(proposal.id)
  expect([status, body]).toMatchObject([
    200,
    { id: proposal.id, status: 'disabled', approve_at: null, decision: { act: 'withdraw' } },
  ])
  expect(Date.parse(body.withdrawn_at ?? '')).toBeGreaterThan(0)
  expect(await panel.eventRow(proposal.id)).toMatchObject({ status: 'disabled' })
  expect((await panel.auditOf(proposal.id)).at(-1)).toMatchObject({
    act: 'withdraw',
    actor: member.userId,
    from: 'pending',
    to: 'disabled',
  })
  expect(await xpOf(worker, member)).toBe(0)
  const queue = await callAs<{ items: ProposalView[] }>(
    worker,
    panel.moderator,
    'GET',
    'admin/proposals',
  )
  expect(queue.body.items.map(({ id }) => id)).not.toContain(proposal.id)
})

test('it costs two trips to the database', async () => {
  const proposal = await propose()
  const before = worker.trips()
  await withdraw(proposal.id)
  expect(worker.trips() - before).toBe(2)
})

test('one whose approval waits is not approved any more', async ({ panel }) => {
  const proposal = await propose()
  await panel.ask('approve', proposal.id, { body: { delay_seconds: 60 } })
  expect((await withdraw(proposal.id)).body).toMatchObject({ status: 'disabled', approve_at: null })
  await worker.tick(Date.now() + 5 * minute)
  expect(await panel.eventRow(proposal.id)).toMatchObject({ status: 'disabled' })
})

test('it is refused once approved, once withdrawn, and for anybody else', async ({ panel }) => {
  const approved = await propose()
  await panel.ask('approve', approved.id, { body: { delay_seconds: 0 } })
  const late = await withdraw(approved.id)
  expect([late.status, late.body.code]).toEqual([409, 'transition_not_allowed'])
  const proposal = await propose()
  const stranger = await createMember(worker)
  for (const by of [stranger, panel.moderator]) {
    expect((await withdraw(proposal.id, by)).body.code).toBe('event_not_found')
  }
  await withdraw(proposal.id)
  const again = await withdraw(proposal.id)
  expect([again.status, again.body.code]).toEqual([409, 'transition_not_allowed'])
})

test('nobody brings it back: no moderator, and no edit of the proposer', async ({ panel }) => {
  const proposal = await propose()
  await withdraw(proposal.id)
  for (const act of ['enable', 'reset'] as const) {
    expect((await panel.ask(act, proposal.id)).status).toBe(409)
  }
  const body = eventDraft(Date.now() + 9 * day)
  const edited = await callAs(worker, member, 'PUT', `events/${proposal.id}`, { body })
  expect(edited.status).toBe(409)
  expect(await panel.eventRow(proposal.id)).toMatchObject({ status: 'disabled' })
})

test('of an approval and a withdrawal at the same time one wins, and the other hears of it', async ({
  panel,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const proposal = await propose()
    const [approval, withdrawal] = await Promise.all([
      panel.ask('approve', proposal.id, { body: { delay_seconds: 0 } }),
      withdraw(proposal.id),
    ])
    expect([approval.status, withdrawal.status].toSorted()).toEqual([200, 409])
    const status = approval.status === 200 ? 'approved' : 'disabled'
    expect(await panel.eventRow(proposal.id)).toMatchObject({ status })
  }
})
