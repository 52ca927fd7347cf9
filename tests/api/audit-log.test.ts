import { describe, expect } from 'vitest'
import * as v from 'valibot'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { listAuditLog } from '#worker/features/moderation/audit/audit-log.ts'
import { AuditQuery, type AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { proposeEvent } from '#tests/support/factories/people.ts'
import { plansOf } from '#tests/support/drivers/query-plans.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let moderator: Member
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

async function log(more = ''): Promise<AdminPage<AuditEntryView>> {
  const { token } = moderator
  return worker.get<AdminPage<AuditEntryView>>(`admin/audit_log?per_page=100&${more}`, { token })
}

type Facts = Partial<{ actorId: number; act: string; type: string; id: number; at: number }>
async function write(facts: Facts & { isSystem?: boolean; reason?: string } = {}): Promise<void> {
  const { actorId = null, act = 'edit', type = 'game', id = 1, at = Date.now() } = facts
  await worker.sql`insert into audit_entries (actor_id, is_clock, act, subject_type, subject_id,
    reason, at)
    values (${actorId}, ${Number(facts.isSystem ?? false)}, ${act}, ${type}, ${id},
    ${facts.reason ?? null}, ${at})`
}

describe('the log', () => {
  test('says who did what to what, the newest first', async ({ member }) => {
    const event = await proposeEvent(worker, member.token, Date.now() + 3 * day)
    const path = `admin/proposals/${event.id}`
    const { token } = moderator
    await worker.call('POST', `${path}/reject`, { token, body: { reason_code: 'no_proof' } })
    const { items, total } = await log(`subject=event&subject_id=${event.id}`)
    expect(total).toBe(2)
    expect(items).toMatchObject([
      {
        act: 'reject',
        actor: { kind: 'member', username: moderator.username },
        subject: { type: 'event', id: event.id, name: event.name, address: null },
        from: 'pending',
        to: 'rejected',
        reason_code: 'no_proof',
        reason: null,
      },
      { act: 'propose', actor: { kind: 'member', username: member.username } },
    ])
  })

  test('tells the clock from a member who left, and names neither', async () => {
    const leaver = await createMember(worker, { role: 'moderator' })
    const id = await insertGame(worker, 'Left behind')
    await write({ id, isSystem: true, act: 'approve' })
    await write({ id, actorId: leaver.userId })
    await worker.sql`delete from users where id = ${leaver.userId}`
    const { items } = await log(`subject=game&subject_id=${id}`)
    expect(items.map(({ actor }) => actor)).toEqual([{ kind: 'former_member' }, { kind: 'clock' }])
  })

  test('keeps the clock’s own acts apart from the first', async ({ member }) => {
    const at = Date.now()
    const event = await proposeEvent(worker, member.token, at + 3 * day)
    await worker.call('POST', `admin/proposals/${event.id}/approve`, { token: moderator.token })
    await worker.tick(at + 120_000)
    const { items } = await log(`subject=event&subject_id=${event.id}&act=approve`)
    expect(items[0]).toMatchObject({
      actor: { kind: 'clock' },
      subject: { address: event.slug },
      to: 'approved',
    })
  })

  test('is filtered by person, subject, act and days, and they join', async () => {
    const [one, other] = [await createMember(worker), await createMember(worker)]
    const evening = Date.UTC(2026, 0, 5, 23, 30)
    await write({ actorId: one.userId, act: 'feature', type: 'streamer', id: 7, at: evening })
    await write({ actorId: one.userId, act: 'edit', type: 'deal', id: 8, at: evening + day })
    await write({ actorId: other.userId, act: 'edit', type: 'deal', id: 8, at: evening })
    const found = async (more: string) =>
      (await log(more)).items.map(({ act, subject }) => `${act} ${subject.type} ${subject.id}`)
    const person = `person=${one.username.toUpperCase()}`
    expect(await found(person)).toEqual(['edit deal 8', 'feature streamer 7'])
    expect(await found(`${person}&act=feature`)).toEqual(['feature streamer 7'])
    expect(await found(`${person}&subject=deal&subject_id=8`)).toEqual(['edit deal 8'])
    expect(await found(`${person}&to=2026-01-05`)).toEqual(['feature streamer 7'])
    expect(await found(`${person}&from=2026-01-06&tz=Europe/Paris`)).toHaveLength(2)
    expect(await found(`${person}&from=2026-01-06&to=2026-01-06`)).toEqual(['edit deal 8'])
    expect(await found('person=nobody-of-this-name')).toEqual([])
  })

  test.each(['act=dance', 'subject=planet', 'from=2026-02-30', 'subject_id=x', 'tz=Mars'])(
    'refuses %s',
    async (more) => {
      const { token } = moderator
      const { status } = await worker.call('GET', `admin/audit_log?${more}`, { token })
      expect(status).toBe(422)
    },
  )

  test('is cut into pages', async ({ member }) => {
    for (let id = 1; id <= 12; id += 1) await write({ actorId: member.userId, id })
    const page = async (number: number) =>
      worker.get<AdminPage<AuditEntryView>>(
        `admin/audit_log?person=${member.username}&per_page=10&page=${number}`,
        { token: moderator.token },
      )
    const [first, second] = [await page(1), await page(2)]
    expect([first.total, first.items.length, second.items.length]).toEqual([12, 10, 2])
    expect([...first.items, ...second.items].map(({ subject }) => subject.id)).toEqual(
      Array.from({ length: 12 }, (_, index) => 12 - index),
    )
  })
})

describe('its order', () => {
  async function planFor(more: object): Promise<string[]> {
    const [page] = await plansOf(worker.environment.db, (db) => {
      const ctx = { db, now: 1, actor: { kind: 'system' } } as unknown as Ctx<Moderator>
      return listAuditLog(ctx, v.parse(AuditQuery, more))
    })
    if (!page) throw new Error('nothing was asked')
    return page
  }

  test.each<[string, object, RegExp]>([
    ['everything', {}, /^SCAN a(udit_entries)?$/],
    ['a person', { person: 'somebody' }, /USING INDEX audit_actor/],
    ['a subject', { subject: 'event', subject_id: '7' }, /USING INDEX audit_subject/],
  ])('of %s is an index’s own', async (_, more, step) => {
    const plan = await planFor(more)
    expect(plan.filter((one) => one.includes('TEMP B-TREE'))).toEqual([])
    expect(plan.some((one) => step.test(one))).toBe(true)
  })
})
