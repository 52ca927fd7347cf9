import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import type { OwnReportsView } from './contract.ts'
import { reportSubjectNameSql } from '#worker/audit/subjects.ts'
import { toSubject } from './report-rows.ts'

const columns = {
  id: reports.id,
  subjectType: reports.subjectType,
  subjectId: reports.subjectId,
  isPicture: reports.isPicture,
  name: reportSubjectNameSql(reports),
  reason: reports.reason,
  text: reports.text,
  created_at: instantSql(reports.createdAt),
  outcome: reports.outcome,
  decided_at: instantSql(reports.decidedAt),
  answer: reports.answer,
}

export const selectOwnReports = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    columns,
    sql`from ${reports} where ${reports.userId} = ${userId}
      order by ${reports.createdAt} desc, ${reports.id} desc limit 100`,
  ),
)

export function toOwnReports(rows: RowOf<typeof columns>[]): OwnReportsView {
  const items = rows.map(({ subjectType, subjectId, isPicture, ...row }) => ({
    ...row,
    subject: toSubject({ subjectType, subjectId, isPicture }),
  }))
  return { items }
}

export async function listOwnReports(ctx: Ctx<Member>): Promise<OwnReportsView> {
  const { rows } = await read(ctx, { rows: selectOwnReports(ctx.actor) })
  return toOwnReports(rows)
}
