import { sql, type SQL } from 'drizzle-orm'
import type { EventId } from '#worker/contracts/ids.ts'
import { a, p, s, r } from '#worker/db/aliases.ts'

/** By the channel that the event names, if any, else by any; one only typed proves nothing. */
export function isParticipantProven({ platform, account }: { platform: SQL; account: SQL }): SQL {
  return sql`exists (select 1 from ${a} where ${a.streamerId} = ${s.id} and ${a.verifiedAt} is not null
    and (${account} is null or (${a.nameKey} = lower(ltrim(${account}, '@'))
      and ${a.platform} = coalesce(${platform}, ${a.platform}))))`
}

export function unansweredParticipantUserIds(eventId: SQL | EventId): SQL {
  return sql`select ${s.userId} from ${p} join ${s} on ${s.id} = ${p.streamerId}
    where ${p.eventId} = ${eventId} and ${s.userId} is not null and ${isParticipantProven({ platform: sql`${p.platform}`, account: sql`${p.account}` })}
      and not exists (select 1 from ${r} where ${r.eventId} = ${p.eventId} and ${r.streamerId} = ${s.id})`
}
