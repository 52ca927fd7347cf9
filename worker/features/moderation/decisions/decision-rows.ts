import { sql } from 'drizzle-orm'
import { ToldAct } from '#worker/contracts/decision-grounds.ts'
import { hasOneOf } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { appeals } from '#worker/db/schema/appeals.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { events } from '#worker/db/schema/events.ts'
import { recipientId, toldColumns } from '#worker/audit/tell-decision.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'

const { subjectType, subjectId, action } = auditEntries

const toldActs = ToldAct.options.filter((act) => !act.startsWith('appeal_'))

/** An entry of the audit log that somebody was told. */
export const isDecision = sql`(${hasOneOf(action, toldActs)}
  and ${hasOneOf(subjectType, ['event', 'streamer', 'user'])})`

const event = sql`exists (select 1 from ${events} where ${events.id} = ${subjectId}`
const user = sql`exists (select 1 from ${users} where ${users.id} = ${subjectId}`

/** An act that another act takes back, while nobody has. */
export const isInForce = sql`case ${action}
  when 'disable' then ${event} and ${events.status} = 'disabled')
  when 'cancel' then ${event} and ${events.cancelledAt} is not null)
  when 'soft_ban' then ${user} and ${users.isSoftBanned} = 1)
  when 'deactivate' then ${user} and ${users.isActive} = 0) else 0 end`

export const decisionColumns = {
  ...toldColumns,
  subjectType,
  subjectId,
  at: auditEntries.at,
  userId: recipientId,
  appealText: appeals.text,
  outcome: appeals.outcome,
  answer: appeals.answer,
}
export type DecisionRow = RowOf<typeof decisionColumns>

export const decisionsFrom = sql`from ${auditEntries}
  left join ${appeals} on ${appeals.entryId} = ${auditEntries.id}`

/** An answer has words of its own in place of ground and facts. */
export function toAnswerPayload(
  { entry, name }: Pick<DecisionRow, 'entry' | 'name'>,
  { outcome, answer: facts }: Pick<DecisionRow, 'outcome' | 'answer'>,
): NotificationPayloads['moderation_decision'] {
  const act = outcome === 'reversed' ? 'appeal_reversed' : 'appeal_upheld'
  return { act, entry, name, ground: null, facts, is_after_report: false }
}
