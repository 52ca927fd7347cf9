import { sql, type SQL } from 'drizzle-orm'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { kinds, type BroadcastKind } from '#worker/features/notifications/kinds.ts'
import { pageSize } from '#worker/features/notifications/outbox/notify.ts'
import { participationsIn } from '#worker/features/directory/streamers/participations.ts'

type Place = { eventId: EventId; after: UserId | 0 }

const queries: Record<
  (typeof kinds)[BroadcastKind]['recipients'],
  (place: Place, when: SQL) => SQL
> = { hypers: nextHypers, followers: nextFollowers }

/** The recipients of a broadcast, in the order of their ids: the next page after a person. */
export function selectRecipients(kind: BroadcastKind, place: Place, when: SQL): SQL {
  return queries[kinds[kind].recipients](place, when)
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

/** A condition on the person `u`: restricted members and the proposer hear of no new event. */
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
