import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { ReportId } from '#worker/contracts/ids.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { first, select } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import { composeReportAnswerText } from '#worker/features/notifications/copy/decision-copy.ts'
import { createPlainTextFormatter } from '#worker/features/notifications/copy/formatter.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { reportSubjectNameSql } from '#worker/audit/reported-names.ts'

type MailedReport = { id: ReportId; sealedEmail: string | null }

/** Visitors who gave an address hear of it. */
export async function queueReportMails(ctx: Ctx, sent: MailedReport[]): Promise<void> {
  const addressed = sent.filter(({ sealedEmail }) => sealedEmail !== null)
  await ctx.send(addressed.map(({ id }) => ({ type: 'mail_report', id })))
}

const unansweredPageSize = 50

/** For the minutely job: decided together with their subject, or lost on the way to the queue. */
export const selectUnansweredReports: SQL = sql`select * from (select 'report_answer' as kind,
  ${reports.id} as id, 0 as startAt, 0 as after from ${reports}
  where ${reports.sealedEmail} is not null and ${reports.decidedAt} is not null
  limit ${sql.raw(String(unansweredPageSize))})`

const mailColumns = {
  id: reports.id,
  sealedEmail: reports.sealedEmail,
  language: reports.language,
  outcome: reports.outcome,
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
  const { config } = ctx
  const { report } = await read(ctx, {
    report: first(select(mailColumns, sql`from ${reports} where ${reports.id} = ${id}`)),
  })
  if (!report || report.sealedEmail === null) return
  const locale = report.language ?? 'en'
  const { name, ground, answer, outcome } = report
  const state = outcome ?? 'received'
  const format = { timeZone: 'UTC', hourCycle: null, dateFormat: null }
  const words = composeReportAnswerText(
    { state, name, ground, answer },
    createPlainTextFormatter(locale, format, ctx.now),
  )
  const mail = composeMail({
    to: decrypt(listEncryptionKeys(config), report.sealedEmail),
    kind: 'report_answer',
    locale,
    siteUrl: config.SITE_URL,
    title: words.title,
    text: words.text,
    action: {
      label: m.report_answer_action({}, { locale }),
      url: config.SITE_URL + localePath(locale, '/terms-and-conditions'),
    },
  })
  const sent = await ctx.mail.send(mail, `report_${state}:${id}`)
  if (sent.kind === 'retry' || sent.kind === 'wait') throw new Error(sent.error ?? 'mail')
  if (outcome === null) return
  await write(ctx, {
    emptied: update(reports, { sealedEmail: null }, { where: sql`${reports.id} = ${id}` }),
  })
}
