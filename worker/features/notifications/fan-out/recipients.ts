import { sql, type SQL } from 'drizzle-orm'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { e, eg, g, s, u } from '#worker/db/aliases.ts'
import { gameFollows, groupFollows, streamerFollows } from '#worker/db/schema/directory.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { notificationBroadcasts } from '#worker/db/schema/notifications.ts'
import { alias } from '#worker/db/write-sql.ts'
import { notificationKinds, type BroadcastKind } from '#worker/features/notifications/kinds.ts'
import { fanOutPageSize } from '#worker/outbox/notify.ts'
import { buildAnnouncedParticipationsSql } from '#worker/features/directory/streamers/participations.ts'

type RecipientCursor = { eventId: EventId; after: UserId | 0 }

const queries: Record<
  (typeof notificationKinds)[BroadcastKind]['recipients'],
  (place: RecipientCursor, when: SQL) => SQL
> = { hypers: selectNextHypers, followers: selectNextFollowers }

export function selectRecipients(kind: BroadcastKind, place: RecipientCursor, when: SQL): SQL {
  return queries[notificationKinds[kind].recipients](place, when)
}

function selectNextHypers({ eventId, after }: RecipientCursor, when: SQL): SQL {
  return sql`select ${hypes.userId} as user_id from ${hypes}
    where ${hypes.eventId} = ${eventId} and ${hypes.userId} > ${after} and ${when}
    order by ${hypes.userId} limit ${fanOutPageSize}`
}

const sf = alias(streamerFollows, 'sf')
const gf = alias(gameFollows, 'gf')
const pf = alias(groupFollows, 'pf')
const f = alias(notificationBroadcasts, 'f')

function isEventReviewed(eventId: EventId): SQL {
  return sql`${events.id} = ${eventId} and ${events.reviewedAt} is not null`
}

/** More people than may be notified without a review wait for it. */
export function isWithinUnreviewedReach(most: SQL | number): SQL {
  return sql`(${f.kind} <> 'new_event_followed' or ${e.reviewedAt} is not null
    or ${sumAnnouncedFollowersSql(sql`${e.id}`)} <= ${most})`
}

/** A follower of two streamers counts twice. */
export function sumAnnouncedFollowersSql(eventId: SQL): SQL<number> {
  return sql<number>`(select coalesce(sum(${s.followCount}), 0)
    from (${buildAnnouncedParticipationsSql(sql`select ${eventId} as id`)}) x
    join ${s} on ${s.id} = x.streamer_id)`
}

type FollowsTable = typeof streamerFollows | typeof gameFollows | typeof groupFollows

/** Each subject gives at most a page, read off its own index; the first of all are the page. */
function selectNextFollowers({ eventId, after }: RecipientCursor, when: SQL): SQL {
  const isNext = ({ userId, isNotified }: FollowsTable) =>
    sql`${userId} > ${after} and ${isNotified} = 1 order by ${userId} limit ${fanOutPageSize}`
  return sql`select distinct user_id from (
      select j.value as user_id from (${buildAnnouncedParticipationsSql(sql`select ${eventId} as id`)}) x
        cross join json_each((select json_group_array(user_id) from
          (select ${sf.userId} as user_id from ${sf} where ${sf.streamerId} = x.streamer_id and ${isNext(sf)}))) j
      union all
      select user_id from (select ${gf.userId} as user_id from ${gf}
        where ${gf.gameId} = (select ${events.gameId} from ${events} where ${isEventReviewed(eventId)})
          and ${isNext(gf)})
      union all
      select user_id from (select ${pf.userId} as user_id from ${pf}
        where ${pf.groupId} = (select ${events.groupId} from ${events} where ${isEventReviewed(eventId)})
          and ${isNext(pf)}))
    where ${when} order by user_id limit ${fanOutPageSize}`
}

/** Restricted members and the proposer hear of no new event. */
export function isEligibleForNewEvent(eventId: EventId): SQL {
  return sql`${u.isSoftBanned} = 0
    and ${u.id} is not (select ${events.proposerId} from ${events} where ${events.id} = ${eventId})`
}

/** The best known of the streamers that they follow. */
export function followedSubjectsJson(eventId: EventId): SQL {
  return sql`json_object(
    'streamer', (select ${s.displayName} from (${buildAnnouncedParticipationsSql(sql`select ${eventId} as id`)}) x
      cross join ${sf} cross join ${s}
      where ${sf.streamerId} = x.streamer_id and ${sf.userId} = ${u.id} and ${sf.isNotified} = 1
        and ${s.id} = x.streamer_id order by ${s.followCount} desc, ${s.id} limit 1),
    'game', (select ${g.name} from ${e} join ${g} on ${g.id} = ${e.gameId}
      join ${gf} on ${gf.gameId} = ${g.id} and ${gf.userId} = ${u.id} and ${gf.isNotified} = 1
      where ${e.id} = ${eventId}),
    'group', (select ${eg.name} from ${e} join ${eg} on ${eg.id} = ${e.groupId}
      join ${pf} on ${pf.groupId} = ${eg.id} and ${pf.userId} = ${u.id} and ${pf.isNotified} = 1
      where ${e.id} = ${eventId}),
    'dates', (select nullif(count(*), 0) + 1 from ${e} where ${e.firstDateId} = ${eventId}))`
}
