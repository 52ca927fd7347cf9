import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { EventAction, ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { type Member, type MemberOptions, callAs, createMember, tokenOf } from './members.ts'
import { query } from './rows.ts'
import { proposeEvent } from './people.ts'
import type { TestApi } from '#tests/support/drivers/api.ts'

type Act = Exclude<EventAction, 'edit'>
type Asked = { body?: unknown; now?: number; by?: Member }

export const reasons = { ground: 'terms_false', facts: 'The organizer denies it.' } as const
export const correction = { ground: 'correction' } as const

/** Body of each act, unless a test gives its own. */
export const moderationBodies: Partial<Record<string, unknown>> = {
  approve: { delay_seconds: 0 },
  reject: { reason_code: 'no_proof' },
  reset: correction,
  disable: reasons,
  cancel: reasons,
}

/** The acts of a team of moderators, and what they leave in the database. */
export async function startModeration(worker: TestApi) {
  const moderator = await createMember(worker, { role: 'moderator' })

  function ask(act: Act, id: number, { by = moderator, now, ...asked }: Asked = {}) {
    const body = 'body' in asked ? asked.body : moderationBodies[act]
    const path = `admin/proposals/${id}/${act}`
    return callAs<ProposalView & ErrorEnvelope>(worker, by, 'POST', path, { body, now })
  }

  async function proposed(by: Member, { now = Date.now(), changes = {} } = {}) {
    return proposeEvent(worker, await tokenOf(worker, by, now), now + 3 * day, { now, changes })
  }

  async function placeProposed({ now, ...options }: MemberOptions & { now?: number } = {}) {
    const proposer = await createMember(worker, options)
    return { proposer, event: await proposed(proposer, { now }) }
  }

  async function eventRow(id: number) {
    const text = 'select * from events where id = ?'
    const [row] = await query<Record<string, string | number | null>>(worker, text, id)
    return row
  }

  async function standingOf({ userId }: Member) {
    const text = 'select total_xp as xp, trust from users where id = ?'
    const [row] = await query<{ xp: number; trust: number }>(worker, text, userId)
    return row
  }

  function auditOf(id: number) {
    return query<Record<string, unknown>>(
      worker,
      `select act, actor_id as actor, from_state as "from", to_state as "to", reason
        from audit_entries where subject_type = 'event' and subject_id = ? order by id`,
      id,
    )
  }

  async function isPublic({ slug }: ProposalView, now?: number): Promise<boolean> {
    return (await worker.call('GET', `events/${slug}`, { now })).status === 200
  }

  return { moderator, ask, proposed, placeProposed, eventRow, standingOf, auditOf, isPublic }
}
export type Moderation = Awaited<ReturnType<typeof startModeration>>
