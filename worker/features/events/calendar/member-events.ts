import { sql, type SQL } from 'drizzle-orm'
import { maxEventDurationMs } from '#worker/contracts/durations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { a, e, p } from '#worker/db/aliases.ts'
import { gameFollows, groupFollows, streamerFollows } from '#worker/db/schema/directory.ts'
import { eventChannels, hypes } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { isApproved } from '#worker/features/events/event-rows.ts'

const c = alias(eventChannels, 'c')
const gf = alias(gameFollows, 'gf')
const pf = alias(groupFollows, 'pf')
const sf = alias(streamerFollows, 'sf')

export type EventTimeRange = { from: number; to: number }
/** A member, or an expression that yields their id, or none. */
type UserIdOrSql = UserId | SQL
type FollowedEventScope = EventTimeRange & {
  /** States of the events of followed games and groups; of others the caller chooses. */
  statuses?: SQL
}

export function hypedEventIds(whose: UserIdOrSql): SQL {
  return sql`select ${hypes.eventId} as id from ${hypes} where ${hypes.userId} = ${whose}`
}

/** Hyped or followed and overlapping the range, by start; cancelled events are in it. */
export function selectOwnEventIds(whose: UserId, range: EventTimeRange, limit: number): SQL {
  return sql`select ${e.id} as id from (${hypedEventIds(whose)} union ${followedEventIds(whose, range)}) own
    cross join ${e} on ${e.id} = own.id where ${overlapsTimeRange(range)}
    order by ${e.startAt}, ${e.id} limit ${limit}`
}

/** A range of the index by start; cancelled events are in it. */
export function overlapsTimeRange({ from, to }: EventTimeRange): SQL {
  return sql`${isApproved} and ${e.startAt} < ${to} and ${e.startAt} > ${from - maxEventDurationMs}
    and ${e.endAt} > ${from}`
}

/** Begins with what they follow, which is little beside a window's events: hence the joins. */
export function followedEventIds(
  whose: UserIdOrSql,
  { from, to, statuses = sql`${e.status} = 'approved'` }: FollowedEventScope,
): SQL {
  const isWithin = sql`${e.startAt} < ${to} and ${e.startAt} > ${from - maxEventDurationMs}`
  const accounts = sql`${sf}
    join ${a} on ${a.streamerId} = ${sf.streamerId}`
  // The plus drops the column's affinity, without which the index on an expression is not used.
  const names = sql`(+${a.nameKey}, '@' || ${a.nameKey})`
  return sql`select ${e.id} from ${gf}
      cross join ${e} on ${e.gameId} = ${gf.gameId} and ${statuses} and ${isWithin}
      where ${gf.userId} = ${whose}
    union select ${e.id} from ${pf}
      cross join ${e} on ${e.groupId} = ${pf.groupId} and ${statuses} and ${isWithin}
      where ${pf.userId} = ${whose}
    union select ${p.eventId} from ${sf}
      cross join ${p} on ${p.streamerId} = ${sf.streamerId}
      where ${sf.userId} = ${whose}
    union select ${e.id} from ${accounts} cross join ${e}
        on ${e.platform} = ${a.platform} and lower(${e.streamingAccountName}) in ${names} and ${isWithin}
      where ${sf.userId} = ${whose}
    union select ${c.eventId} from ${accounts} cross join ${c}
        on ${c.platform} = ${a.platform} and lower(${c.account}) in ${names}
      where ${sf.userId} = ${whose}`
}
