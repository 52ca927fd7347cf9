import { sql, type SQL } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { appeals } from '#worker/db/schema/appeals.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { hasOneOf } from '#worker/db/conditions.ts'
import { ToldAct } from '#worker/contracts/decision-grounds.ts'
import { isAfterReportSql } from '#worker/audit/tell-decision.ts'

const { subjectType: subject, subjectId: id } = auditEntries

function bySubject(found: { event: SQL; streamer: SQL; user: SQL }): SQL {
  return sql`case ${subject}
    when 'event' then (select ${found.event} from ${events} where ${events.id} = ${id})
    when 'streamer' then (select ${found.streamer} from ${streamers} where ${streamers.id} = ${id})
    when 'user' then (select ${found.user} from ${users} where ${users.id} = ${id}) end`
}

const toldActs = ToldAct.options.filter((act) => !act.startsWith('appeal_'))

/** An entry of the audit log that somebody was told. */
export const isDecision = sql`(${hasOneOf(auditEntries.action, toldActs)}
  and ${subject} in ('event', 'streamer', 'user'))`

/** Whom it concerns; null where the account is gone. */
export const recipientId = bySubject({
  event: sql`${events.proposerId}`,
  streamer: sql`${streamers.userId}`,
  user: sql`${users.id}`,
}) as SQL<UserId | null>

const inForceByAct: Record<string, SQL> = {
  disable: sql`exists (select 1 from ${events}
    where ${events.id} = ${id} and ${events.status} = 'disabled')`,
  cancel: sql`exists (select 1 from ${events}
    where ${events.id} = ${id} and ${events.cancelledAt} is not null)`,
  soft_ban: sql`exists (select 1 from ${users}
    where ${users.id} = ${id} and ${users.isSoftBanned} = 1)`,
  deactivate: sql`exists (select 1 from ${users}
    where ${users.id} = ${id} and ${users.isActive} = 0)`,
}

/** An act that another act takes back, while nobody has. */
export const isInForce = sql`case ${auditEntries.action} ${sql.join(
  Object.entries(inForceByAct).map(([act, condition]) => sql`when ${act} then ${condition}`),
  sql` `,
)} else 0 end`

export const decisionColumns = {
  entryId: auditEntries.id,
  act: sql<ToldAct>`${auditEntries.action}`,
  subjectType: subject,
  subjectId: id,
  name: bySubject({
    event: sql`${events.name}`,
    streamer: sql`${streamers.displayName}`,
    user: sql`null`,
  }) as SQL<string | null>,
  ground: sql<NotificationPayloads['moderation_decision']['ground']>`${auditEntries.reasonCode}`,
  facts: auditEntries.reason,
  at: auditEntries.at,
  isAfterReport: booleanSql(
    isAfterReportSql({ subject: sql`${subject}`, id: sql`${id}`, at: sql`${auditEntries.at}` }),
  ),
  userId: recipientId,
  appealText: appeals.text,
  appealedAt: appeals.createdAt,
  outcome: appeals.outcome,
  answer: appeals.answer,
}
export type DecisionRow = RowOf<typeof decisionColumns>

export const decisionsFrom = sql`from ${auditEntries}
  left join ${appeals} on ${appeals.entryId} = ${auditEntries.id}`

export function toDecisionPayload(row: DecisionRow): NotificationPayloads['moderation_decision'] {
  const { act, entryId: entry, name, ground, facts, isAfterReport: is_after_report } = row
  return { act, entry, name, ground, facts, is_after_report }
}

/** An answer has words of its own in place of ground and facts. */
export function toAnswerPayload({
  entryId: entry,
  name,
  outcome,
  answer: facts,
}: Pick<
  DecisionRow,
  'entryId' | 'name' | 'outcome' | 'answer'
>): NotificationPayloads['moderation_decision'] {
  const act = outcome === 'reversed' ? 'appeal_reversed' : 'appeal_upheld'
  return { act, entry, name, ground: null, facts, is_after_report: false }
}
