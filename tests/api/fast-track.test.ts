import { describe, expect } from 'vitest'
import { day } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const halfAnHour = 30 * 60_000
let panel: Moderation
test.beforeAll(async () => {
  panel = await startModeration(worker)
})

async function onTheWay(now: number) {
  const proposer = await createMember(worker, { trust: 30 })
  return { proposer, event: await panel.proposed(proposer, { now }) }
}

describe('a proposal that approves itself', () => {
  test.each([
    ['soft_banned', 'update users set is_soft_banned = 1 where id = ?'],
    ['inactive', 'update users set is_active = 0 where id = ?'],
    ['email_not_verified', 'update users set email_verified_at = null where id = ?'],
    [
      'trust',
      `insert into trust_entries (user_id, action, subject, delta, at)
        values (?, 'proposal_rejected', 'event:0', -6, 1)`,
    ],
  ])('waits for a review once its proposer is in doubt: %s', async (reason, change) => {
    const now = Date.now()
    const { proposer, event } = await onTheWay(now)
    expect(event.approve_at).not.toBeNull()
    await query(worker, change, proposer.userId)
    const due = now + halfAnHour
    await Promise.all([worker.tick(due), worker.tick(due)])
    await worker.tick(due + 60_000)
    expect(await panel.eventRow(event.id)).toMatchObject({ status: 'pending', approve_at: null })
    expect(await panel.auditOf(event.id)).toMatchObject([
      { act: 'propose' },
      { act: 'cancel_approval', actor: null, from: 'pending', to: 'pending', reason },
    ])
    expect(await panel.isPublic(event, due)).toBe(false)
  })

  test('is published where nothing changed, by the clock alone', async () => {
    const now = Date.now()
    const { event } = await onTheWay(now)
    const refused = await panel.ask('approve', event.id, { now })
    expect([refused.status, refused.body.code]).toEqual([409, 'transition_not_allowed'])
    await worker.tick(now + halfAnHour)
    expect(await panel.isPublic(event, now + halfAnHour)).toBe(true)
    const { body } = await panel.ask('disable', event.id, { now: now + halfAnHour + 1 })
    expect(body.status).toBe('disabled')
  })

  test('is kept from it by a moderator, and then approved like any other', async () => {
    const now = Date.now()
    const { proposer, event } = await onTheWay(now)
    await panel.ask('cancel_approval', event.id, { now })
    await worker.tick(now + halfAnHour)
    expect(await panel.isPublic(event, now + halfAnHour)).toBe(false)
    // A moderator's decision does not check the proposer again.
    await worker.sql`update users set is_soft_banned = 1 where id = ${proposer.userId}`
    const later = now + halfAnHour + 1000
    await panel.ask('approve', event.id, { now: later, body: { delay_seconds: 60 } })
    await worker.tick(later + 60_000)
    expect(await panel.isPublic(event, later + 60_000)).toBe(true)
  })

  test('is left by an edit', async () => {
    const now = Date.now()
    const { proposer, event } = await onTheWay(now)
    const edited = await editedBy(proposer, event.id, now)
    expect(edited).toMatchObject({ status: 'pending', approve_at: null })
  })
})

async function editedBy(proposer: Member, id: number, now: number) {
  const body = eventDraft(now + 5 * day)
  return (await callAs(worker, proposer, 'PUT', `events/${id}`, { body, now })).body
}
