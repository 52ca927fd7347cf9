import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import type { Decision, EventAction } from './contract.ts'

const moderation: EventAction[] = [
  'approve',
  'cancel_approval',
  'reject',
  'reset',
  'disable',
  'enable',
  'cancel',
]
const decides = sql.raw(`('${moderation.join(`', '`)}')`)
/** All that an event's course is made of. */
const steps = sql.raw(`('propose', 'edit', '${moderation.join(`', '`)}')`)

function isAboutEvent(entry: 'a' | 'b', eventId: SQL): SQL {
  const of = sql.raw(entry)
  return sql`${of}.subject_type = 'event' and ${of}.subject_id = ${eventId}`
}

/** Whether the caller may see who decided: moderators alone. */
export function isActorReviewer({ actor }: Ctx): SQL {
  if (actor.kind !== 'member') return sql`false`
  return sql`exists (select 1 from users where id = ${actor.userId} and role <> 'member')`
}

/**
 * The last decision about an event `e`, as JSON; null where there is none. What the system approved
 * was decided by whoever asked for it.
 */
export function lastDecision(ctx: Ctx): SQL {
  const asker = sql`(select iif(b.act = 'approve', asker.username, null)
    from audit_entries b left join users asker on asker.id = b.actor_id
    where ${isAboutEvent('b', sql`a.subject_id`)} and b.id < a.id and b.act in ${steps}
    order by b.id desc limit 1)`
  const by = sql`iif(${isActorReviewer(ctx)}, iif(a.is_clock, ${asker}, u.username), null)`
  return sql`(select json_array(${by}, a.at, a.act, a.to_state, a.is_clock)
    from audit_entries a left join users u on u.id = a.actor_id
    where ${isAboutEvent('a', sql`e.id`)} and a.act in ${decides} order by a.id desc limit 1)`
}

/** Whether nobody asked for the approval that waits for an event `e`: it came with the proposal. */
export const isFastTrack = sql`coalesce((select a.act in ('propose', 'edit') from audit_entries a
  where ${isAboutEvent('a', sql`e.id`)} and a.act in ${steps} order by a.id desc limit 1), 0)`

type DecisionTuple = [string | null, number, EventAction, EventStatus, number]
export type LastDecision = {
  by: string | null
  at: number
  act: EventAction
  status: EventStatus
  isSystem: boolean
}

export function readDecision(json: string): LastDecision {
  const [by, at, act, status, isSystem] = JSON.parse(json) as DecisionTuple
  return { by, at, act, status, isSystem: Boolean(isSystem) }
}

export function toDecision(json: string | null): Decision | null {
  if (json === null) return null
  const { by, at, act } = readDecision(json)
  return { by, at: toInstant(at), act }
}
