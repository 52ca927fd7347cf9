import { sql, type SQL } from 'drizzle-orm'
import type { EventId } from '#worker/contracts/ids.ts'
import { a, p, s, r } from '#worker/db/aliases.ts'

/**
 * Of a streamer `s`: the channel by which an event names them is verified as theirs. Without a channel
 * there, any of theirs will do. One that was only typed proves nothing.
 */
export function isProven({ platform, account }: { platform: SQL; account: SQL }): SQL {
  return sql`exists (select 1 from ${a} where ${a.streamerId} = ${s.id} and ${a.verifiedAt} is not null
    and (${account} is null or (${a.nameKey} = lower(ltrim(${account}, '@'))
      and ${a.platform} = coalesce(${platform}, ${a.platform}))))`
}

/** Users whom an event names, who can answer and have not: those who hear that it does. */
export function unansweredParticipants(eventId: SQL | EventId): SQL {
  return sql`select ${s.userId} from ${p} join ${s} on ${s.id} = ${p.streamerId}
    where ${p.eventId} = ${eventId} and ${s.userId} is not null and ${isProven({ platform: sql`${p.platform}`, account: sql`${p.account}` })}
      and not exists (select 1 from ${r} where ${r.eventId} = ${p.eventId} and ${r.streamerId} = ${s.id})`
}
