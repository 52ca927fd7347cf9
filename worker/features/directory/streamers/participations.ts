import { sql, type SQL } from 'drizzle-orm'

/** Who takes part in events: rows `event_id, streamer_id`. `events` selects their `id`. */
export function participationsIn(events: SQL): SQL {
  return sql`with shown as (${events})
    select p.event_id, p.streamer_id from shown join event_participants p on p.event_id = shown.id
      where p.streamer_id is not null
    union
    select e.id, a.streamer_id from shown join events e on e.id = shown.id
      join streaming_accounts a
        on a.platform = e.platform and a.name_key = lower(e.streaming_account_name)`
}

/**
 * The ids of the events that a streamer takes part in, or that are on their channel; in any state.
 * The plus drops the column's affinity, without which the index on an expression is not used.
 */
export function participatedEvents(streamerId: SQL): SQL {
  return sql`select p.event_id as id from event_participants p where p.streamer_id = ${streamerId}
    union
    select ce.id from streaming_accounts a cross join events ce
      on ce.platform = a.platform and lower(ce.streaming_account_name) = +a.name_key
      where a.streamer_id = ${streamerId}`
}
