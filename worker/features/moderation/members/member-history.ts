import { sql } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { instantSql, jsonRow } from '#worker/db/row.ts'
import { a } from '#worker/db/aliases.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { sessions, users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { marketingConsents } from '#worker/db/schema/consents.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { trustEntries } from '#worker/db/schema/gamification.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  selectAuditEntries,
  toAuditEntryView,
} from '#worker/features/moderation/audit/audit-log.ts'
import { accountColumns, toAccount } from '#worker/features/directory/streamers/streamer-rows.ts'
import type { RejectionCode } from '#worker/features/moderation/proposals/contract.ts'
import type { MemberHistory } from './contract.ts'
import {
  selectMailProblem,
  toMailProblem,
} from '#worker/features/notifications/suppressions/suppression-rows.ts'
import { selectMember, toMemberView } from './member-rows.ts'

const historyLimit = 20

const selectPresence = prepare(({ id, now }: Params<{ id: UserId; now: number }>) =>
  selectFirst(
    {
      sessions: sql<number>`coalesce(sum(${sessions.revokedAt} is null
        and ${sessions.expiresAt} > ${now}), 0)`,
      lastSeenAt: instantSql(sql<number | null>`max(${sessions.lastUsedAt})`),
      termsVersion: sql<string | null>`(select ${users.termsVersion} from ${users}
        where ${users.id} = ${id})`,
    },
    sql`from ${sessions} where ${sessions.userId} = ${id}`,
  ),
)

const selectConsents = prepare(({ id }: Params<{ id: UserId }>) => {
  const { purpose, isGiven, way, at } = marketingConsents
  return select(
    { purpose, is_given: isGiven, way, at: instantSql(at) },
    sql`from ${marketingConsents} where ${marketingConsents.userId} = ${id}
      order by ${marketingConsents.id} desc limit ${historyLimit}`,
  )
})

const selectAccounts = prepare(({ id }: Params<{ id: UserId }>) =>
  select(
    { id: a.id, ...accountColumns },
    sql`from ${a} where ${a.streamerId} =
      (select ${streamers.id} from ${streamers} where ${streamers.userId} = ${id})
      order by ${a.id}`,
  ),
)

const proposalColumns = {
  id: events.id,
  name: events.name,
  status: events.status,
  start: instantSql(events.startAt),
  rejection: jsonRow(
    {
      reason_code: sql<RejectionCode | null>`${events.rejectionCode}`,
      reason: events.rejectionReason,
    },
    (row) => sql`iif(${events.status} = 'rejected', ${row}, null)`,
  ),
}

const selectProposals = prepare(({ id }: Params<{ id: UserId }>) =>
  select(
    proposalColumns,
    sql`from ${events} where ${events.proposerId} = ${id}
      order by ${events.id} desc limit ${historyLimit}`,
  ),
)

const t = alias(trustEntries, 't')

const trustColumns = {
  id: t.id,
  action: t.action,
  is_reversal: t.isReversal,
  delta: t.delta,
  at: instantSql(t.at),
  event: jsonRow(
    { id: events.id, name: events.name },
    (row) => sql`iif(${events.id} is null, null, ${row})`,
  ),
}

const selectTrust = prepare(({ id }: Params<{ id: UserId }>) =>
  select(
    trustColumns,
    sql`from (select * from ${trustEntries} where ${trustEntries.userId} = ${id}
        order by ${trustEntries.id} desc limit ${historyLimit}) t
      left join ${events} on ${t.subject} = 'event:' || ${events.id}
        and ${events.id} = cast(substr(${t.subject}, 7) as integer)
      order by ${t.id} desc`,
  ),
)

const selectDeliveries = prepare(({ id }: Params<{ id: UserId }>) => {
  const { status, channel, kind, reason, nextAt } = deliveries
  return select(
    { id: deliveries.id, status, channel, kind, reason, at: instantSql(nextAt) },
    sql`from ${deliveries} where ${deliveries.userId} = ${id} order by ${deliveries.id} desc limit 50`,
  )
})

/** @throws AppError `user_not_found` */
export async function getMember(ctx: Ctx<Moderator>, id: UserId): Promise<MemberHistory> {
  const newest = sql`limit ${historyLimit}`
  const { subjectType, subjectId, actorId } = auditEntries
  const history = await read(ctx, {
    member: selectMember(ctx, id),
    presence: selectPresence({ id, now: ctx.now }),
    problem: selectMailProblem({ owner: id }),
    consents: selectConsents({ id }),
    accounts: selectAccounts({ id }),
    proposals: selectProposals({ id }),
    trust: selectTrust({ id }),
    deliveries: selectDeliveries({ id }),
    actionsUpon: selectAuditEntries(sql`${subjectType} = 'user' and ${subjectId} = ${id}`, newest),
    actionsBy: selectAuditEntries(sql`${actorId} = ${id}`, newest),
  })
  const { presence, consents } = history
  const isByAdmin = history.member.actorRole === 'admin'
  return {
    ...toMemberView(ctx, history.member),
    agreements: isByAdmin ? { terms_version: presence?.termsVersion ?? null, consents } : null,
    sessions: isByAdmin ? (presence?.sessions ?? 0) : null,
    last_seen_at: (isByAdmin && presence?.lastSeenAt) || null,
    mail_problem: toMailProblem(history.problem),
    accounts: history.accounts.map((account) => ({ id: account.id, ...toAccount(account) })),
    proposals: history.proposals,
    deliveries: history.deliveries,
    trust_entries: history.trust,
    acts_upon: history.actionsUpon.map(toAuditEntryView),
    acts_by: history.actionsBy.map(toAuditEntryView),
  }
}
