import { sql, type SQL } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type Moderator } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage, selectTotal } from '#worker/db/admin-page.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { alias } from '#worker/db/write-sql.ts'
import { jsonField, jsonRows } from '#worker/db/writes.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { toAuditSubject } from '#worker/audit/subjects.ts'
import { answerReports } from '#worker/audit/answer-reports.ts'
import { queueReportMails } from './mail-report.ts'
import { AppError } from '#worker/api/errors.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import type { AuditAction } from '#worker/features/moderation/audit/contract.ts'
import { moderationCountLimit } from '#worker/features/moderation/proposals/contract.ts'
import {
  ReportedType,
  type OpenReportsView,
  type ReportDecisionInput,
  type ReportedSubjectView,
  type ReportOutcome,
  type ReportsQuery,
} from './contract.ts'
import {
  buildReportGroupsSql,
  selectReportedSubjects,
  toReportSubjectColumns,
  toReportedSubject,
} from './report-rows.ts'

export function listReports(
  ctx: Ctx<Moderator>,
  query: ReportsQuery,
): Promise<AdminPage<ReportedSubjectView>> {
  const found = selectReportedSubjects(ctx, query.state, pageLimit(query))
  const from = sql`(${buildReportGroupsSql(query.state)})`
  return read(
    ctx,
    selectAdminPage(query, found, from, (row) => toReportedSubject(ctx, row)),
  )
}

export async function countOpenReports(ctx: Ctx<Moderator>): Promise<OpenReportsView> {
  const { open } = await read(ctx, {
    open: selectTotal(sql`(${buildReportGroupsSql('open')} limit ${moderationCountLimit})`),
  })
  return { open }
}

const open = alias(reports, 'open')

/** The open reports `open` about the subjects, up to the newest that the moderator saw. */
function joinOpenReports(items: ReportDecisionInput['items']): SQL {
  const reportedRows = items.map(({ subject, newest_id }) => ({
    ...toReportSubjectColumns(subject),
    newest_id,
  }))
  return sql`from ${jsonRows(reportedRows)} cross join ${open}
    on ${open.subjectType} = ${jsonField('subjectType')}
    and ${open.subjectId} = ${jsonField('subjectId')}
    and ${open.isPicture} = ${jsonField('isPicture')}
    and ${open.id} <= ${jsonField('newest_id')} and ${open.decidedAt} is null`
}

const auditActions: Record<ReportOutcome, AuditAction> = {
  dismissed: 'dismiss_reports',
  acted: 'resolve_reports',
}

function insertAuditEntries(
  ctx: Ctx<Moderator>,
  { outcome, items }: ReportDecisionInput,
): Statement[] {
  return ReportedType.options.map((type) =>
    insertAuditEntry(ctx, {
      act: auditActions[outcome],
      subject: toAuditSubject(type),
      id: sql`decided.subject_id`,
      from: sql`iif(decided.is_picture, 'picture', null)`,
      each: sql`(select distinct ${open.subjectId} as subject_id, ${open.isPicture} as is_picture
        ${joinOpenReports(items)} where ${equals(open.subjectType, type)}) decided`,
    }),
  )
}

/** Reporters hear of it. @throws AppError `reports_decided` where none was open any more */
export async function decideReports(
  ctx: Ctx<Moderator>,
  decision: ReportDecisionInput,
): Promise<void> {
  const { outcome, answer, items } = decision
  const { told, decided } = await writeInOrder(ctx, {
    entries: insertAuditEntries(ctx, decision),
    ...answerReports(ctx, {
      outcome,
      answer,
      ids: sql`select ${open.id} ${joinOpenReports(items)}`,
    }),
  })
  if (decided.length === 0) throw new AppError('conflict', 'reports_decided')
  await sendQueuedDeliveries(ctx, told)
  await queueReportMails(ctx, decided)
}
