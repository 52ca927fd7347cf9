import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { AuditEntryId, UserId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import type { AuditSubject } from '#worker/features/moderation/audit/contract.ts'
import { answerReports } from '#worker/audit/answer-reports.ts'
import { insertNotificationDeliveries, type QueuedDelivery } from '#worker/outbox/notify.ts'
import type { ReasonsInput } from '#worker/contracts/decision-reasons.ts'
import type { ToldAct } from '#worker/contracts/decision-grounds.ts'

type DecisionSubject = { subject: Extract<AuditSubject, 'event' | 'streamer' | 'user'>; id: number }

type Decision = DecisionSubject & {
  act: Exclude<ToldAct, 'appeal_upheld' | 'appeal_reversed'>
  /** The event or page that it is about, beside the account. */
  name?: SQL<string | null>
  /** Yields the ids of those whom it concerns. */
  users: SQL
  /** None where a restriction is lifted. */
  reasons?: Partial<ReasonsInput> | null
}

const entry = alias(auditEntries, 'told')

export function latestEntryId({
  subject,
  id,
  act,
}: DecisionSubject & { act: ToldAct }): SQL<AuditEntryId> {
  return sql<AuditEntryId>`(select max(${entry.id}) from ${entry}
    where ${equals(entry.subjectType, subject)} and ${entry.subjectId} = ${id}
      and ${entry.action} = ${act})`
}

type DecidedSubject = { subject: SQL | string; id: SQL | number; at: SQL | number }

/** Reports sent before that were open then, or led to an act within a day. */
export function isAfterReportSql({ subject, id, at }: DecidedSubject): SQL {
  return sql`exists (select 1 from ${reports} where ${reports.subjectType} = ${subject}
    and ${reports.subjectId} = ${id} and ${reports.createdAt} <= ${at}
    and (${reports.decidedAt} is null
      or (${reports.outcome} = 'acted' and ${reports.decidedAt} > ${at} - ${literal(dayMs)})))`
}

/** For the entry of the audit log that the decision is. */
export function toEntryReasons(reasons: Partial<ReasonsInput> | null | undefined) {
  return { reasonCode: reasons?.ground ?? null, reason: reasons?.facts ?? null }
}

/** After the decision's entry, in the same transaction. Whoever decides is not told. */
export function tellDecision(
  ctx: Ctx,
  { act, name = sql<string | null>`null`, users, reasons = null, ...about }: Decision,
): Statement<QueuedDelivery[]> {
  const entryId = latestEntryId({ ...about, act })
  const actorId: UserId | 0 = ctx.actor.kind === 'member' ? ctx.actor.userId : 0
  return insertNotificationDeliveries(ctx, {
    kind: 'moderation_decision',
    key: sql`'moderation_decision:' || ${entryId}`,
    users,
    only: reasons?.untold_because ? sql`false` : sql`${u.id} <> ${actorId}`,
    eventId: sql`null`,
    payload: sql`json_object('act', ${act}, 'entry', ${entryId}, 'name', ${name},
      'ground', ${reasons?.ground ?? null}, 'facts', ${reasons?.facts ?? null},
      'is_after_report', json(iif(${isAfterReportSql({ ...about, at: ctx.now })}, 'true', 'false')))`,
    deadlineAt: null,
  })
}

/** After the person is told: answers the reports that led to it, and says why nobody is told. */
export function concludeDecision(
  ctx: Ctx,
  { subject, id, act }: DecisionSubject & { act: ToldAct },
  reasons: Partial<ReasonsInput> | null | undefined,
): Statement[] {
  const { untold_because: reason, ground } = reasons ?? {}
  if (!ground) return []
  const { told, decided } = answerReports(ctx, {
    outcome: 'acted',
    ids: sql`select ${reports.id} from ${reports} where ${reports.subjectType} = ${subject}
      and ${reports.subjectId} = ${id} and ${reports.decidedAt} is null`,
    ground,
    entryId: latestEntryId({ subject, id, act }),
  })
  const untold = insertAuditEntry(ctx, {
    act: 'withhold_reasons',
    subject,
    id,
    reason: reason ?? '',
  })
  return [told, decided, ...(reason ? [untold] : [])] as Statement[]
}
