import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Change, Statement, StatementRecord } from '#worker/db/client.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { afterChange, insert } from '#worker/db/writes.ts'
import type { AuditAction, AuditSubject } from '#worker/features/moderation/audit/contract.ts'

type AuditEntry = {
  act: AuditAction
  subject: AuditSubject
  /** The subject's id; an expression where the same transaction makes it. */
  id: SQL | number
  from?: SQL | string | null
  to?: SQL | string | null
  reasonCode?: string | null
  reason?: string | null
  /** Rows of which each is an entry of its own; the id may name their columns. */
  each?: SQL
  when?: SQL
}

export function nameChange(from: string, to: string): Pick<AuditEntry, 'from' | 'to'> {
  return from === to ? {} : { from, to }
}

export function insertAuditEntry({ now, actor }: Ctx, entry: AuditEntry): Statement {
  const { act, subject, id, from = null, to = null, each, when = sql`true` } = entry
  const { reasonCode = null, reason = null } = entry
  return insert(
    auditEntries,
    {
      actorId: actor.kind === 'member' ? actor.userId : null,
      isSystem: actor.kind === 'system',
      action: act,
      subjectType: subject,
      // An expression yields what its type says: callers name the subject and its states.
      subjectId: id as SQL<number>,
      fromState: from as SQL<string>,
      toState: to as SQL<string>,
      reasonCode,
      reason,
      at: now,
    },
    { ...(each ? { from: each } : {}), where: when },
  )
}

export function auditChange<Found>(
  ctx: Ctx,
  change: Statement<Found>,
  entry: AuditEntry,
): Change<Found, { entry: Statement }>
export function auditChange<Found, const Dependents extends StatementRecord>(
  ctx: Ctx,
  change: Statement<Found>,
  entry: AuditEntry,
  dependents: Dependents,
): Change<Found, Dependents>
export function auditChange(
  ctx: Ctx,
  change: Statement,
  entry: AuditEntry,
  dependents?: StatementRecord,
): Change<unknown, StatementRecord> {
  return afterChange(change, { entry: insertAuditEntry(ctx, entry), ...dependents })
}
