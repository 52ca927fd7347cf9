import { sql, type SQL } from 'drizzle-orm'
import type { UserId } from '#worker/contracts/ids.ts'
import { longestMs } from '#worker/features/events/event-rows.ts'

export type Window = { from: number; to: number }
/** A member, or an expression that yields their id, or none. */
type Whose = UserId | SQL
type Reach = Window & {
  /** In which states the events of a followed game may be; of the rest the caller chooses. */
  statuses?: SQL
}

export function hypedEventIds(whose: Whose): SQL {
  return sql`select h.event_id as id from hypes h where h.user_id = ${whose}`
}

/**
 * Ids of what has a followed streamer (taking part or on their channel) or a followed game. Begun
 * from what they follow, which is little beside all that a window holds; the cross joins keep to
 * that.
 */
export function followedEventIds(
  whose: Whose,
  { from, to, statuses = sql`e.status = 'approved'` }: Reach,
): SQL {
  const isWithin = sql`e.start_at < ${to} and e.start_at > ${from - longestMs}`
  const accounts = sql`streamer_follows sf
    join streaming_accounts a on a.streamer_id = sf.streamer_id`
  // The plus drops the column's affinity, without which the index on an expression is not used.
  const names = sql`(+a.name_key, '@' || a.name_key)`
  return sql`select e.id from game_follows gf
      cross join events e on e.game_id = gf.game_id and ${statuses} and ${isWithin}
      where gf.user_id = ${whose}
    union select p.event_id from streamer_follows sf
      cross join event_participants p on p.streamer_id = sf.streamer_id
      where sf.user_id = ${whose}
    union select e.id from ${accounts} cross join events e
        on e.platform = a.platform and lower(e.streaming_account_name) in ${names} and ${isWithin}
      where sf.user_id = ${whose}
    union select c.event_id from ${accounts} cross join event_channels c
        on c.platform = a.platform and lower(c.account) in ${names}
      where sf.user_id = ${whose}`
}
