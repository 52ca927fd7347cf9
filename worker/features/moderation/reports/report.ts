import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { write, type Contributor, type Ctx } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { first, preparePerShape, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert } from '#worker/db/writes.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import { isPublicArticle } from '#worker/features/articles/articles.ts'
import {
  maxReportsPerDay,
  type ReportedPage,
  type ReportInput,
  type ReportView,
} from './contract.ts'
import { toReportSubjectColumns } from './report-rows.ts'

type ReportedTable = { table: SQLiteTable & { id: Column }; isVisible: (now: SQL) => SQL }
const pages: Record<ReportedPage, ReportedTable> = {
  event: { table: events, isVisible: () => equals(events.status, 'approved') },
  streamer: { table: streamers, isVisible: () => sql`true` },
  article: { table: articles, isVisible: isPublicArticle },
}
const notFound: Record<ReportedPage, ErrorCode> = {
  event: 'event_not_found',
  streamer: 'streamer_not_found',
  article: 'article_not_found',
}

const mine = alias(reports, 'mine')

type ReportParams = Pick<ReportInput, 'reason' | 'text'> & {
  userId: UserId
  subjectId: number
  isPicture: boolean
  now: number
}

function fromReportsOfToday({ userId, now }: Params<Pick<ReportParams, 'userId' | 'now'>>): SQL {
  return sql`from ${mine} where ${mine.userId} = ${userId}
    and ${mine.createdAt} > ${now} - ${literal(dayMs)}`
}

/** The limit counts in the statement, so that of many sent together no more are stored. */
const insertReport = preparePerShape<ReportedPage, ReportParams, { id: number }[]>(
  (type, report) => {
    const { table, isVisible } = pages[type]
    const { userId, subjectId, reason, text, now } = report
    return insert(
      reports,
      {
        userId,
        subjectType: type,
        subjectId,
        isPicture: report.isPicture,
        reason,
        text,
        createdAt: now,
      },
      {
        from: sql`${table}`,
        where: sql`${table.id} = ${subjectId} and ${isVisible(now)}
        and (select count(*) ${fromReportsOfToday(report)}) < ${literal(maxReportsPerDay)}`,
        onConflict: sql`do nothing`,
        returning: { id: reports.id },
      },
    )
  },
)

type ReportObstacles = { isVisible: boolean; isReported: boolean; firstToday: number | null }

const selectObstacles = preparePerShape<
  ReportedPage,
  Omit<ReportParams, 'reason' | 'text'>,
  ReportObstacles | undefined
>((type, report) => {
  const { table, isVisible } = pages[type]
  const { userId, subjectId, isPicture, now } = report
  return first(
    select(
      {
        isVisible: booleanSql(sql`exists (select 1 from ${table}
          where ${table.id} = ${subjectId} and ${isVisible(now)})`),
        isReported: booleanSql(sql`exists (select 1 from ${mine} where ${mine.userId} = ${userId}
          and ${equals(mine.subjectType, type)} and ${mine.subjectId} = ${subjectId}
          and ${mine.isPicture} = ${isPicture} and ${mine.decidedAt} is null)`),
        firstToday: sql<
          number | null
        >`(select min(${mine.createdAt}) ${fromReportsOfToday(report)})`,
      },
      sql``,
    ),
  )
})

function createReportRefusal(
  type: ReportedPage,
  now: number,
  obstacles: ReportObstacles | undefined,
): AppError {
  if (!obstacles?.isVisible) return new AppError('not_found', notFound[type])
  if (obstacles.isReported) return new AppError('conflict', 'already_reported')
  const retryAfter = Math.ceil(((obstacles.firstToday ?? now) + dayMs - now) / 1000)
  return new AppError('rate_limited', 'too_many_reports', { retryAfter })
}

/** @throws AppError `<page>_not_found`, `already_reported`, `too_many_reports` */
export async function sendReport(
  ctx: Ctx<Contributor>,
  { subject, reason, text }: ReportInput,
): Promise<ReportView> {
  const { now, actor } = ctx
  const { subjectType: type, subjectId, isPicture } = toReportSubjectColumns(subject)
  const report = { userId: actor.userId, subjectId, isPicture, now }
  const { sent, obstacles } = await write(ctx, {
    sent: insertReport(type)({ ...report, reason, text }),
    obstacles: selectObstacles(type)(report),
  })
  const [row] = sent
  if (!row) throw createReportRefusal(type, now, obstacles)
  return { id: row.id, subject, reason, text, created_at: toInstant(now) }
}
