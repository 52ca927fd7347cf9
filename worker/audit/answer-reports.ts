import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { AuditEntryId, UserId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import { reports } from '#worker/db/schema/reports.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import type { ReasonsInput } from '#worker/contracts/decision-reasons.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import type { ReportOutcome } from '#worker/features/moderation/reports/contract.ts'
import { reportSubjectNameSql } from './subjects.ts'

const answered = alias(reports, 'answered')

type ReportAnswer = {
  outcome: ReportOutcome
  /** Yields ids; those decided before stay as they are. */
  ids: SQL
  answer?: string | null
  ground?: ReasonsInput['ground'] | null
  entryId?: SQL<AuditEntryId> | null
}

/** Members are told in the same transaction, visitors by `mailReport`. */
export function answerReports(
  ctx: Ctx,
  { outcome, ids, answer = null, ground = null, entryId = null }: ReportAnswer,
) {
  const decidedBy: UserId | null = ctx.actor.kind === 'member' ? ctx.actor.userId : null
  return {
    told: insertNotificationDeliveries(ctx, {
      kind: 'report_answer',
      key: sql`'report_answer:decided:' || ${answered.id}`,
      users: sql`select ${reports.userId} from ${reports} where ${reports.id} in (${ids})`,
      each: sql`${answered} on ${answered.userId} = ${u.id} and ${answered.id} in (${ids})
        and ${answered.decidedAt} is null`,
      payload: sql`json_object('state', ${outcome}, 'name', ${reportSubjectNameSql(answered)},
        'type', ${answered.subjectType}, 'ground', ${ground}, 'answer', ${answer})`,
    }),
    decided: update(
      reports,
      { decidedAt: ctx.now, decidedBy, outcome, answer, entryId, network: null },
      {
        where: sql`${reports.id} in (${ids}) and ${reports.decidedAt} is null`,
        returning: { id: reports.id, sealedEmail: reports.sealedEmail },
      },
    ),
  }
}
