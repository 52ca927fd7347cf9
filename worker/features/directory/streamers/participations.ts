import { sql, type Column, type SQL } from 'drizzle-orm'
import { a, e, p, r } from '#worker/db/aliases.ts'
import { streamerFollows, streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const ce = alias(events, 'ce')

/** Participations in events: rows `event_id, streamer_id`. `chosen` selects their `id`. */
export function buildParticipationsSql(chosen: SQL): SQL {
  return selectParticipationsSql(chosen, sql`true`)
}

/** Until a review only the channel's streamer and who confirmed: anybody can name anybody. */
export function buildAnnouncedParticipationsSql(chosen: SQL): SQL {
  return selectParticipationsSql(
    chosen,
    sql`(exists (select 1 from ${e} where ${e.id} = ${p.eventId} and ${e.reviewedAt} is not null)
      or exists (select 1 from ${r} where ${r.eventId} = ${p.eventId}
        and ${r.streamerId} = ${p.streamerId} and ${r.answer} = 'confirmed'))`,
  )
}

function selectParticipationsSql(chosen: SQL, isAnnounced: SQL): SQL {
  return sql`with shown as (${chosen})
    select ${p.eventId}, ${p.streamerId} from shown join ${p} on ${p.eventId} = shown.id
      where ${p.streamerId} is not null and ${isAnnounced}
    union
    select ${e.id}, ${a.streamerId} from shown join ${e} on ${e.id} = shown.id
      join ${a} on ${a.platform} = ${e.platform}
        and ${a.nameKey} = lower(${e.streamingAccountName})`
}

/** The plus drops the column's affinity, with which the index on an expression is not used. */
export function participatedEventIds(streamerId: SQL | Column | number): SQL {
  return sql`select ${p.eventId} as id from ${p} where ${p.streamerId} = ${streamerId}
    union
    select ${ce.id} from ${a} cross join ${ce}
      on ${ce.platform} = ${a.platform} and lower(${ce.streamingAccountName}) = +${a.nameKey}
      where ${a.streamerId} = ${streamerId}`
}

/** Without an event, a follower or a member: nobody misses the page. */
export const isUnusedStreamer = sql`${streamers.userId} is null
  and not exists (${participatedEventIds(streamers.id)})
  and not exists (select 1 from ${streamerFollows}
    where ${streamerFollows.streamerId} = ${streamers.id})`
