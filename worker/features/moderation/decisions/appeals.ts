import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Moderator } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { AuditEntryId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import {
  booleanSql,
  instantSql,
  jsonRow,
  notNullable,
  nullable,
  type Columns,
  type RowOf,
} from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { appeals } from '#worker/db/schema/appeals.ts'
import { existing, select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { AppError } from '#worker/api/errors.ts'
import { readAppealToken } from '#worker/auth/appeal-token.ts'
import {
  auditEntryColumns,
  auditEntriesFrom,
  toAuditEntryView,
} from '#worker/features/moderation/audit/audit-log.ts'
import type { AuditSubject } from '#worker/features/moderation/audit/contract.ts'
import { hasOtherReviewer } from '#worker/features/moderation/proposals/decisions.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import type { AdminAppealView, AppealAnswerInput, AppealInput, AppealsQuery } from './contract.ts'
import {
  decisionColumns,
  decisionsFrom,
  isDecision,
  isInForce,
  toAnswerPayload,
  type DecisionRow,
} from './decision-rows.ts'
import { queueDecisionMail } from './mail-decision.ts'
import { recipientId } from '#worker/audit/tell-decision.ts'

/** Six months. */
const appealTermMs = 183 * dayMs

export function findAppealDeadline({ at }: DecisionRow): number {
  return at + appealTermMs
}

function selectDecision<const Of extends Columns>(id: AuditEntryId, columns: Of) {
  const from = sql`${decisionsFrom} where ${auditEntries.id} = ${id} and ${isDecision}`
  return existing(select(columns, from), 'page_not_found')
}

/** @throws AppError `page_not_found` for a token that is none of ours */
export async function getDecision(ctx: Ctx, token: string): Promise<DecisionRow> {
  const id = readAppealToken(ctx, token)
  const { decision } = await read(ctx, { decision: selectDecision(id, decisionColumns) })
  return decision
}

/** Another one, or one too late, changes nothing. @throws AppError `page_not_found` */
export async function sendAppeal(
  ctx: Ctx,
  token: string,
  { text, email = null }: AppealInput,
): Promise<DecisionRow> {
  const entryId = readAppealToken(ctx, token)
  const { decision } = await write(ctx, {
    sent: insert(
      appeals,
      {
        entryId,
        userId: recipientId,
        email: sql<string | null>`iif(${recipientId} is null, ${email}, null)`,
        language: ctx.locale,
        text,
        createdAt: ctx.now,
      },
      {
        from: sql`${auditEntries}`,
        where: sql`${auditEntries.id} = ${entryId} and ${isDecision}
          and ${auditEntries.at} > ${ctx.now - appealTermMs}`,
        onConflict: sql`do nothing`,
      },
    ),
    decision: selectDecision(entryId, decisionColumns),
  })
  return decision
}

const appellant = alias(users, 'appellant')
const answerer = alias(users, 'answerer')

/** Somebody else answers, where there is anybody. */
function needsOtherModerator({ actor }: Ctx<Moderator>) {
  return sql`(${auditEntries.actorId} is ${actor.userId} and ${hasOtherReviewer(actor.userId)})`
}

function appealColumns(ctx: Ctx<Moderator>) {
  return {
    ...auditEntryColumns,
    appellant: nullable(appellant.username),
    text: appeals.text,
    sentAt: instantSql(appeals.createdAt),
    answer: jsonRow(
      {
        outcome: notNullable(appeals.outcome),
        text: notNullable(appeals.answer),
        at: instantSql(notNullable(appeals.answeredAt)),
        by: nullable(answerer.username),
      },
      (row) => sql`iif(${appeals.answeredAt} is null, null, ${row})`,
    ),
    needsOther: booleanSql(needsOtherModerator(ctx)),
  }
}
type AppealRow = RowOf<ReturnType<typeof appealColumns>>

const appealsFrom = sql`${auditEntriesFrom} join ${appeals} on ${appeals.entryId} = ${auditEntries.id}
  left join ${appellant} on ${appellant.id} = ${appeals.userId}
  left join ${answerer} on ${answerer.id} = ${appeals.answeredBy}`

function toAppealView(row: AppealRow): AdminAppealView {
  const { appellant: username, text, sentAt: at, answer, needsOther, ...entry } = row
  const decision = toAuditEntryView(entry)
  return { id: row.id, decision, username, text, at, answer, needs_other_moderator: needsOther }
}

export function listAppeals(
  ctx: Ctx<Moderator>,
  query: AppealsQuery,
): Promise<AdminPage<AdminAppealView>> {
  const isOpen = query.state === 'open'
  const isListed = isOpen
    ? sql`${appeals.answeredAt} is null`
    : sql`${appeals.answeredAt} is not null`
  const order = isOpen ? sql`${appeals.entryId}` : sql`${appeals.answeredAt} desc`
  const found = select(
    appealColumns(ctx),
    sql`${appealsFrom} where ${isListed} order by ${order} ${pageLimit(query)}`,
  )
  return read(ctx, selectAdminPage(query, found, sql`${appeals} where ${isListed}`, toAppealView))
}

/**
 * The person is told. A decision is taken back by its own act, before its appeal is answered so.
 * @throws AppError `page_not_found`, `needs_other_moderator`, `decision_in_force`, `appeal_closed`
 */
export async function answerAppeal(
  ctx: Ctx<Moderator>,
  id: AuditEntryId,
  input: AppealAnswerInput,
): Promise<void> {
  const { outcome, answer } = input
  const { decision } = await read(ctx, {
    decision: selectDecision(id, {
      ...decisionColumns,
      needsOther: booleanSql(needsOtherModerator(ctx)),
      isInForce: booleanSql(isInForce),
    }),
  })
  if (decision.needsOther) throw new AppError('forbidden', 'needs_other_moderator')
  if (outcome === 'reversed' && decision.isInForce)
    throw new AppError('conflict', 'decision_in_force')
  // Decisions are about these alone.
  const subject = decision.subjectType as AuditSubject
  const { answered } = await write(ctx, {
    answered: auditChange(
      ctx,
      update(
        appeals,
        { answeredAt: ctx.now, answeredBy: ctx.actor.userId, outcome, answer },
        {
          where: sql`${appeals.entryId} = ${id} and ${appeals.answeredAt} is null`,
          returning: { userId: appeals.userId, email: appeals.email, language: appeals.language },
        },
      ),
      { act: 'answer_appeal', subject, id: decision.subjectId, to: outcome, reason: answer },
      {
        notice: insertNotificationDeliveries(ctx, {
          kind: 'moderation_decision',
          key: `moderation_decision:appeal:${id}`,
          users: sql`select ${appeals.userId} from ${appeals} where ${appeals.entryId} = ${id}`,
          payload: toAnswerPayload(decision, input),
        }),
      },
    ),
  })
  const [appeal] = answered.result
  if (!appeal) throw new AppError('conflict', 'appeal_closed')
  await sendQueuedDeliveries(ctx, answered.notice)
  const { userId, email: to, language: locale } = appeal
  if (userId === null && to !== null) await queueDecisionMail(ctx, { entryId: id, to, locale })
}
