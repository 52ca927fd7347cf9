import { sql, type Column, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { booleanSql, instantSql, jsonRow, type RowOf } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { EventAction } from './contract.ts'

const moderation = EventAction.options.filter((act) => act !== 'edit' && act !== 'review')
const decides = sql.raw(`('${moderation.join(`', '`)}')`)
const steps = sql.raw(`('propose', 'edit', '${moderation.join(`', '`)}')`)

const decision = alias(auditEntries, 'decision')
const decider = alias(users, 'decider')
const request = alias(auditEntries, 'request')
const requester = alias(users, 'requester')
const reviewer = alias(users, 'reviewer')
const step = alias(auditEntries, 'step')

function isEntryAboutEvent(entry: typeof auditEntries, eventId: Column): SQL {
  return sql`${entry.subjectType} = 'event' and ${entry.subjectId} = ${eventId}`
}

export function isActorReviewer({ actor }: Ctx): SQL {
  if (actor.kind !== 'member') return sql`false`
  return sql`exists (select 1 from ${reviewer}
    where ${reviewer.id} = ${actor.userId} and ${reviewer.role} <> 'member')`
}

export function hasOtherReviewer(userId: UserId | null): SQL {
  return sql`exists (select 1 from ${reviewer} where ${reviewer.role} <> 'member'
    and ${reviewer.isActive} = 1 and ${reviewer.id} <> ${userId ?? 0})`
}

function decisionColumns(by: SQL<string | null>) {
  return {
    id: decision.id,
    by,
    at: instantSql(decision.at),
    act: sql<EventAction>`${decision.action}`,
    status: sql<EventStatus>`${decision.toState}`,
    isSystem: decision.isSystem,
  }
}
export type LastDecision = RowOf<ReturnType<typeof decisionColumns>>

/** The last entry that decided; what the system approved was decided by whoever asked for it. */
export function lastDecision(ctx: Ctx): SQL<LastDecision | null> {
  const approver = sql`(select iif(${request.action} = 'approve', ${requester.username}, null)
    from ${request} left join ${requester} on ${requester.id} = ${request.actorId}
    where ${isEntryAboutEvent(request, decision.subjectId)} and ${request.id} < ${decision.id}
      and ${request.action} in ${steps}
    order by ${request.id} desc limit 1)`
  const by = sql<string | null>`iif(${isActorReviewer(ctx)},
    iif(${decision.isSystem}, ${approver}, ${decider.username}), null)`
  return jsonRow(
    decisionColumns(by),
    (row) => sql`(select ${row}
      from ${decision} left join ${decider} on ${decider.id} = ${decision.actorId}
      where ${isEntryAboutEvent(decision, events.id)} and ${decision.action} in ${decides}
      order by ${decision.id} desc limit 1)`,
  )
}

/** The approval that waits came with the proposal: nobody asked for it. */
export const isFastTrack = booleanSql(sql`coalesce((
  select ${step.action} in ('propose', 'edit') from ${step}
  where ${isEntryAboutEvent(step, events.id)} and ${step.action} in ${steps}
  order by ${step.id} desc limit 1), 0)`)
