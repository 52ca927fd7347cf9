import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { AuditAction, AuditSubject } from './contract.ts'

type Entry = {
  act: AuditAction
  subject: AuditSubject
  /** The subject's id; an expression where the same transaction makes it. */
  id: SQL | number
  from?: SQL | string | null
  to?: SQL | string | null
  reason?: string | null
  /** Only write when this holds in the same transaction, for instance `changes() = 1`. */
  when?: SQL
}

/** What the log says of a name: nothing where it stays. */
export function nameChange(from: string, to: string): Pick<Entry, 'from' | 'to'> {
  return from === to ? {} : { from, to }
}

/** Who did what to whom, in the same transaction as the act itself. The system has no name. */
export function audit({ db, now, actor }: Ctx, entry: Entry): Statement {
  const actorId = actor.kind === 'member' ? actor.userId : null
  return rows(
    db,
    sql`insert into audit_entries (actor_id, is_clock, act, subject_type, subject_id, from_state,
        to_state, reason, at)
      select ${actorId}, ${Number(actor.kind === 'system')}, ${entry.act}, ${entry.subject}, ${entry.id}, ${entry.from ?? null},
        ${entry.to ?? null}, ${entry.reason ?? null}, ${now} where ${entry.when ?? sql`true`}`,
  )
}
