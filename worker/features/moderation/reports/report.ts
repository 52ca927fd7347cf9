import { sql, type SQL } from 'drizzle-orm'
import { m } from '#messages'
import { write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, insert } from '#worker/db/writes.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import { newAddressRateLimit } from '#worker/features/accounts/new-address-budget.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import {
  attemptAllowedSql,
  hashIdentifier,
  listNetworkLimits,
  recordAttempt,
  stripEmailTag,
  type RateLimit,
} from '#worker/request/attempt-limits.ts'
import { widenNetwork } from '#worker/request/client-info.ts'
import {
  maxReportsPerDay,
  type ReportedType,
  type ReportInput,
  type ReportView,
} from './contract.ts'
import { queueReportMails } from './mail-report.ts'
import { reportSubjectNameSql, toAuditSubject } from '#worker/audit/subjects.ts'
import { reportedTables, toReportTarget } from './report-rows.ts'

const visitorReports = { hourly: 5, daily: 20 }
/** A bound for each mailbox, whose address anybody can type. */
const reportsPerMailbox = { hourly: 3, daily: 5 }

const mine = alias(reports, 'mine')

/** A visitor's; only what is stored counts. */
function visitorRateLimit(ctx: Ctx, email: string | null, address: string | undefined): RateLimit {
  const subject = email && `report-mail:${hashIdentifier(ctx, stripEmailTag(email.toLowerCase()))}`
  const limits = (period: 'hourly' | 'daily') => [
    ...listNetworkLimits(ctx, 'report', address, visitorReports[period]),
    ...(subject ? [{ subject, limit: reportsPerMailbox[period] }] : []),
  ]
  const budget = subject ? newAddressRateLimit(ctx).hourly : []
  return { hourly: [...limits('hourly'), ...budget], daily: limits('daily') }
}

function fromReportsOfToday(userId: UserId | null, now: number): SQL {
  return sql`from ${mine} where ${mine.userId} = ${userId} and ${mine.createdAt} > ${now - dayMs}`
}

type ReportObstacles = { isVisible: boolean; isReported: boolean; firstToday: number | null }

function createReportRefusal(
  { now, locale }: Ctx,
  type: ReportedType,
  { obstacles, retryAt }: { obstacles: ReportObstacles | undefined; retryAt: number | undefined },
): AppError {
  if (type === 'own_data' && !obstacles?.isVisible)
    return new AppError('unauthenticated', 'unauthenticated')
  if (!obstacles?.isVisible) return new AppError('not_found', `${toAuditSubject(type)}_not_found`)
  if (obstacles.isReported) {
    const msg = type === 'own_data' ? m.data_request_open({}, { locale }) : undefined
    return new AppError('conflict', 'already_reported', { msg })
  }
  const endAt = retryAt || (obstacles.firstToday ?? now) + dayMs
  return new AppError('rate_limited', 'too_many_reports', {
    retryAfter: Math.ceil((endAt - now) / 1000),
  })
}

type Reporter = { userId: UserId | null; network: string | null; email: string | null }

function listReportStatements(
  ctx: Ctx,
  input: ReportInput,
  { userId, network, email }: Reporter,
  limit: RateLimit,
) {
  const { now, config } = ctx
  const { type, key, isPicture } = toReportTarget(input.subject, userId)
  const { table, key: keyColumn, isVisible } = reportedTables[type]
  const isSubject = sql`${keyColumn} = ${key} and ${isVisible(sql`${now}`)}`
  const subjectId = sql<number>`(select ${table.id} from ${table} where ${isSubject})`
  const stored = insert(
    reports,
    {
      userId,
      subjectType: type,
      subjectId: sql<number>`${table.id}`,
      isPicture,
      reason: input.reason,
      text: input.text,
      name: userId === null ? input.name : null,
      sealedEmail: email && encrypt(config.ENCRYPTION_KEY, email),
      language: ctx.locale,
      network,
      createdAt: now,
    },
    {
      from: sql`${table}`,
      where: sql`${isSubject} and ${attemptAllowedSql(ctx, limit)}
        and (select count(*) ${fromReportsOfToday(userId, now)}) < ${literal(maxReportsPerDay)}`,
      onConflict: sql`do nothing`,
      returning: { id: reports.id, sealedEmail: reports.sealedEmail },
    },
  )
  const obstacles = selectFirst(
    {
      isVisible: booleanSql(sql`${subjectId} is not null`),
      isReported: booleanSql(sql`exists (select 1 from ${mine}
        where (${mine.userId} = ${userId} or ${mine.network} = ${network})
          and ${equals(mine.subjectType, type)} and ${mine.subjectId} = ${subjectId}
          and ${mine.isPicture} = ${isPicture} and ${mine.decidedAt} is null)`),
      firstToday: sql<
        number | null
      >`(select min(${mine.createdAt}) ${fromReportsOfToday(userId, now)})`,
    },
    sql``,
  )
  return { stored, obstacles }
}

/** Tells the member that their newest report has come. */
function insertReceipt(ctx: Ctx, userId: UserId | null) {
  const newest = sql`(select max(${reports.id}) from ${reports} where ${reports.userId} = ${userId})`
  return insertNotificationDeliveries(ctx, {
    kind: 'report_answer',
    key: sql`'report_answer:received:' || ${newest}`,
    users: sql`select ${userId}`,
    payload: sql`(select json_object('state', 'received', 'type', ${reports.subjectType},
      'name', ${reportSubjectNameSql(reports)}, 'ground', null, 'answer', null)
      from ${reports} where ${reports.id} = ${newest})`,
  })
}

function assertStated(ctx: Ctx, { statement }: ReportInput): void {
  if (ctx.actor.kind === 'member' || statement) return
  const msg = m.validation_report_statement_required({}, { locale: ctx.locale })
  throw validationError([{ path: 'statement', msg }])
}

/**
 * The reporter gets a receipt. The limits count in the statement, so that of many sent together
 * no more are stored.
 * @throws AppError `<type>_not_found`, `already_reported`, `too_many_reports`
 */
export async function sendReport(
  ctx: Ctx<Visitor | Member>,
  input: ReportInput,
  address: string | undefined,
): Promise<ReportView> {
  assertStated(ctx, input)
  const { subject, reason, text } = input
  const userId = ctx.actor.kind === 'member' ? ctx.actor.userId : null
  const isVisitor = userId === null
  const email = isVisitor ? input.email : null
  const network =
    isVisitor && address ? hashIdentifier(ctx, `report:${widenNetwork(address)}`) : null
  const limit = isVisitor ? visitorRateLimit(ctx, email, address) : { hourly: [] }
  const attempt = recordAttempt(ctx, limit)
  const report = listReportStatements(ctx, input, { userId, network, email }, limit)
  const { sent, throttle, obstacles } = await write(ctx, {
    throttle: attempt.throttle,
    sent: afterChange(report.stored, {
      counted: attempt.count,
      receipt: insertReceipt(ctx, userId),
    }),
    obstacles: report.obstacles,
  })
  const [row] = sent.result
  if (!row) {
    const found = { obstacles, retryAt: throttle?.retryAt }
    throw createReportRefusal(ctx, toReportTarget(subject, userId).type, found)
  }
  await sendQueuedDeliveries(ctx, sent.receipt)
  await queueReportMails(ctx, [row])
  return { id: row.id, subject, reason, text, created_at: toInstant(ctx.now) }
}
