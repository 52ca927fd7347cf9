import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { ToldAct } from '#worker/contracts/decision-grounds.ts'
import type { ReasonsInput } from '#worker/contracts/decision-reasons.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { AuditEntryId, UserId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { booleanSql, jsonObjectSql } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { answerReports } from '#worker/audit/answer-reports.ts'
import type { AuditAction, AuditSubject } from '#worker/features/moderation/audit/contract.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type { QueuedDelivery } from '#worker/outbox/lanes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'

type Decision = {
  act: AuditAction
  subject: Extract<AuditSubject, 'event' | 'streamer' | 'user'>
  id: number
}

const { subjectType, subjectId, at } = auditEntries

/** Whom an entry of the audit log concerns; null where the account is gone. */
export const recipientId = sql<UserId | null>`case ${subjectType}
  when 'event' then (select ${events.proposerId} from ${events} where ${events.id} = ${subjectId})
  when 'streamer' then (select ${streamers.userId} from ${streamers} where ${streamers.id} = ${subjectId})
  when 'user' then (select ${users.id} from ${users} where ${users.id} = ${subjectId}) end`

/** Reports sent before that were open then, or led to an act within a day. */
const isAfterReport = sql`exists (select 1 from ${reports} where ${reports.subjectType} = ${subjectType}
  and ${reports.subjectId} = ${subjectId} and ${reports.createdAt} <= ${at}
  and (${reports.decidedAt} is null
    or (${reports.outcome} = 'acted' and ${reports.decidedAt} > ${at} - ${literal(dayMs)})))`

/** Facts of an entry of the audit log that somebody is told. */
export const toldColumns = {
  act: sql<ToldAct>`${auditEntries.action}`,
  entry: auditEntries.id,
  name: sql<string | null>`(select ${events.name} from ${events}
    where ${events.id} = ${subjectId} and ${equals(subjectType, 'event')})`,
  ground: sql<NotificationPayloads['moderation_decision']['ground']>`${auditEntries.reasonCode}`,
  facts: auditEntries.reason,
  is_after_report: booleanSql(isAfterReport),
}
const payload = jsonObjectSql({
  ...toldColumns,
  is_after_report: sql`json(iif(${isAfterReport}, 'true', 'false'))`,
})

const latest = alias(auditEntries, 'latest')

export function latestEntryId({ subject, id, act }: Decision): SQL<AuditEntryId> {
  return sql<AuditEntryId>`(select max(${latest.id}) from ${latest}
    where ${equals(latest.subjectType, subject)} and ${latest.subjectId} = ${id}
      and ${latest.action} = ${act})`
}

/** Columns of the entry of the audit log that the decision is. */
export function toEntryReasons(reasons: Partial<ReasonsInput> | null | undefined) {
  return { reasonCode: reasons?.ground ?? null, reason: reasons?.facts ?? null }
}

/**
 * After the decision's entry, in the same transaction: tells whom it concerns, except whoever
 * decided, and answers the reports that led to it. Without `reasons` it is no decision.
 */
export function tellDecision(
  ctx: Ctx,
  decision: Decision,
  reasons: Partial<ReasonsInput> | null,
): { notice: Statement<QueuedDelivery[]>[]; effects: Statement[] } {
  if (!reasons) return { notice: [], effects: [] }
  const { subject, id } = decision
  const { untold_because: untoldBecause, ground } = reasons
  const entryId = latestEntryId(decision)
  const ofEntry = (value: SQL) =>
    sql`(select ${value} from ${auditEntries} where ${auditEntries.id} = ${entryId})`
  const notice = insertNotificationDeliveries(ctx, {
    kind: 'moderation_decision',
    key: sql`'moderation_decision:' || ${entryId}`,
    users: ofEntry(recipientId),
    only: sql`${u.id} is not ${ctx.actor.kind === 'member' ? ctx.actor.userId : null}`,
    payload: ofEntry(payload),
  })
  const { told, decided } = answerReports(ctx, {
    outcome: 'acted',
    ids: sql`select ${reports.id} from ${reports} where ${equals(reports.subjectType, subject)}
      and ${reports.subjectId} = ${id} and ${reports.decidedAt} is null`,
    ground: ground ?? null,
    entryId,
  })
  const untold = { act: 'withhold_reasons', subject, id, reason: untoldBecause ?? '' } as const
  return {
    notice: untoldBecause ? [] : [notice],
    effects: [
      ...(ground ? [told, decided] : []),
      ...(untoldBecause ? [insertAuditEntry(ctx, untold)] : []),
    ],
  }
}
