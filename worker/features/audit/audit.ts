import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'

type Entry = {
  act: string
  eventId: SQL
  from?: SQL | string | null
  to?: string | null
  reason?: string | null
  /** Only write when this holds in the same transaction, for instance `changes() = 1`. */
  when?: SQL
}

/** Who did what to an event, in the same transaction as the act itself. The clock has no name. */
export function audit({ db, now, actor }: Ctx, entry: Entry): Statement {
  const actorId = actor.kind === 'member' ? actor.userId : null
  return rows(
    db,
    sql`insert into audit_entries (actor_id, act, subject_type, subject_id, from_state, to_state, reason, at)
      select ${actorId}, ${entry.act}, 'event', ${entry.eventId}, ${entry.from ?? null},
        ${entry.to ?? null}, ${entry.reason ?? null}, ${now} where ${entry.when ?? sql`true`}`,
  )
}
