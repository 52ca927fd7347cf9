import { sql, type SQL } from 'drizzle-orm'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { participationsIn } from '#worker/features/directory/streamers/participations.ts'
import { pageSize } from './pages.ts'
import type { AnnouncedKind } from '#worker/features/outbox/payloads.ts'

/** Whether what a notice says still holds, and is no news of the past: `row` has its kind and payload, `e` is its event. */
export function isStillRelevant(row: SQL, now: number): SQL {
  return sql`(e.status = 'approved'
    and (e.cancelled_at is not null) = (${row}.kind = 'event_cancelled')
    and (${row}.kind = 'event_cancelled' or e.start_at > ${now})
    and (${row}.kind <> 'event_changed' or e.start_at = ${row}.payload ->> 'start'))`
}

/** Whether the person of `row` follows the event `e` by anybody or anything they did not mute. */
export function followsIt(row: SQL): SQL {
  return sql`(exists (select 1 from game_follows w where w.game_id = e.game_id
      and w.user_id = ${row}.user_id and w.is_notified = 1)
    or exists (select 1 from (${participationsIn(sql`select e.id as id`)}) x
      cross join streamer_follows w
      where w.streamer_id = x.streamer_id and w.user_id = ${row}.user_id and w.is_notified = 1))`
}

type Place = { eventId: EventId; after: UserId | 0 }

/** Whom a notice goes to, in the order of their ids: the next page after a person. */
export function selectRecipients(kind: AnnouncedKind, place: Place, when: SQL): SQL {
  return kind === 'new_event_followed' ? nextFollowers(place, when) : nextHypers(place, when)
}

function nextHypers({ eventId, after }: Place, when: SQL): SQL {
  return sql`select user_id from hypes where event_id = ${eventId} and user_id > ${after} and ${when}
    order by user_id limit ${pageSize}`
}

/**
 * A page of everybody who follows a streamer of the event or its game. Each of them gives no more
 * than a page, read off its own index, and the first of all those are the page.
 */
function nextFollowers({ eventId, after }: Place, when: SQL): SQL {
  const isNext = sql`w.user_id > ${after} and w.is_notified = 1 order by w.user_id limit ${pageSize}`
  return sql`select distinct user_id from (
      select j.value as user_id from (${participationsIn(sql`select ${eventId} as id`)}) x
        cross join json_each((select json_group_array(user_id) from
          (select w.user_id from streamer_follows w where w.streamer_id = x.streamer_id and ${isNext}))) j
      union all
      select user_id from (select w.user_id from game_follows w
        where w.game_id = (select game_id from events where id = ${eventId}) and ${isNext}))
    where ${when} order by user_id limit ${pageSize}`
}

/** Of the people `u` of a page, those who may hear of a new event: it is no news to its proposer. */
export function isEligibleForNewEvent(eventId: EventId): SQL {
  return sql`u.is_soft_banned = 0
    and u.id is not (select proposer_id from events where id = ${eventId})`
}

/** The payload of a new event for the person `u`: of whom they follow the best known, and the game. */
export function followedSubjects(eventId: EventId): SQL {
  return sql`json_object(
    'streamer', (select s.display_name from (${participationsIn(sql`select ${eventId} as id`)}) x
      cross join streamer_follows w cross join streamers s
      where w.streamer_id = x.streamer_id and w.user_id = u.id and w.is_notified = 1
        and s.id = x.streamer_id order by s.follow_count desc, s.id limit 1),
    'game', (select g.name from events e join games g on g.id = e.game_id
      join game_follows w on w.game_id = g.id and w.user_id = u.id and w.is_notified = 1
      where e.id = ${eventId}))`
}
