import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { ReportId } from '#worker/contracts/ids.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { reportSubjectNameSql } from '#worker/audit/subjects.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { mailNonMember } from '#worker/features/moderation/mail-non-member.ts'
import { composeReportAnswerText } from '#worker/features/notifications/copy/decision-copy.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'

type MailedReport = { id: ReportId; sealedEmail: string | null }

/** Visitors who gave an address hear of it. */
export async function queueReportMails(ctx: Ctx, sent: MailedReport[]): Promise<void> {
  const addressed = sent.filter(({ sealedEmail }) => sealedEmail !== null)
  await ctx.send(addressed.map(({ id }) => ({ type: 'mail_report', id })))
}

/** For the minutely job: decided together with their subject, or lost on the way to the queue. */
export const selectUnansweredReports: SQL = sql`select * from (select 'report_answer' as kind,
  ${reports.id} as id, 0 as startAt, 0 as after from ${reports}
  where ${reports.sealedEmail} is not null and ${reports.decidedAt} is not null
  limit 50)`

const mailColumns = {
  sealedEmail: reports.sealedEmail,
  locale: reports.language,
  state: sql<
    NotificationPayloads['report_answer']['state']
  >`coalesce(${reports.outcome}, 'received')`,
  answer: reports.answer,
  name: reportSubjectNameSql(reports),
  ground: sql<NotificationPayloads['report_answer']['ground']>`(select ${auditEntries.reasonCode}
    from ${auditEntries} where ${auditEntries.id} = ${reports.entryId})`,
}

/** The receipt or, once it is decided, the answer: after that the address goes. */
export async function mailReport(
  ctx: Ctx<System>,
  { id }: Extract<QueueMessage, { type: 'mail_report' }>,
): Promise<void> {
  const isReport = sql`${reports.id} = ${id}`
  const { report } = await read(ctx, {
    report: selectFirst(mailColumns, sql`from ${reports} where ${isReport}`),
  })
  if (!report || report.sealedEmail === null) return
  const { state, sealedEmail } = report
  const locale = report.locale ?? 'en'
  await mailNonMember(ctx, {
    to: decrypt(listEncryptionKeys(ctx.config), sealedEmail),
    locale,
    kind: 'report_answer',
    compose: (formatter) => ({
      ...composeReportAnswerText(report, formatter),
      action: m.report_answer_action({}, { locale }),
      footer: m.mail_footer_report({}, { locale }),
    }),
    path: '/terms-and-conditions',
    key: `report_${state}:${id}`,
  })
  if (state === 'received') return
  await write(ctx, { emptied: update(reports, { sealedEmail: null }, { where: isReport }) })
}
