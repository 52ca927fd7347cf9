import { sql, type SQL } from 'drizzle-orm'
import type { EventId, StreamerId, UserId } from '#worker/contracts/ids.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { e, p, s, r } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { booleanSql, instantSql, nullable, type RowOf } from '#worker/db/row.ts'
import { eventParticipants, participationAnswers } from '#worker/db/schema/events.ts'
import { select, selectFirst } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { isParticipantProven } from '#worker/features/directory/streamers/unanswered-participants.ts'
import type { ParticipationView } from './contract.ts'

const named = alias(eventParticipants, 'named')
const answered = alias(participationAnswers, 'answered')

const listAtMost = 100

/** Name on the event, now or before they removed themselves. */
export const participantNameColumns = {
  displayName: sql<string>`coalesce(${p.displayName}, ${r.displayName})`,
  platform: sql<Platform | null>`iif(${p.position} is null, ${r.platform}, ${p.platform})`,
  account: sql<string | null>`iif(${p.position} is null, ${r.account}, ${p.account})`,
}

export const canAnswerParticipation = isParticipantProven(participantNameColumns)
/** Participants who stand there, or removed themselves; who was edited away is neither. */
export const isListedParticipation = sql`(${p.position} is not null or ${r.answer} = 'removed')`
export const isOpenParticipation = (now: number) =>
  sql`(${e.cancelledAt} is null and ${e.endAt} > ${now})`

// The streamer `s`, the public event `e`, and the first entry `p` there or the answer `r`,
// either of which may be missing.
function joinParticipations(userId: UserId, only: SQL = sql`true`): SQL {
  return sql`(select ${named.eventId} as event_id, ${s.id} as streamer_id from ${s}
        join ${named} on ${named.streamerId} = ${s.id} where ${s.userId} = ${userId}
      union select ${answered.eventId}, ${s.id} from ${s}
        join ${answered} on ${answered.streamerId} = ${s.id} where ${s.userId} = ${userId}) x
    cross join ${e} on ${e.id} = x.event_id and ${equals(e.status, 'approved')} and ${only}
    cross join ${s} on ${s.id} = x.streamer_id
    left join ${r} on ${r.eventId} = ${e.id} and ${r.streamerId} = ${s.id}
    left join ${p} on ${p.eventId} = ${e.id} and ${p.position} = (
      select min(${named.position}) from ${named}
      where ${named.eventId} = ${e.id} and ${named.streamerId} = ${s.id})`
}

export type Participation = { userId: UserId; eventId: EventId; streamerId: StreamerId }

export function participationFromClause({ userId, eventId, streamerId }: Participation): SQL {
  return joinParticipations(userId, sql`${e.id} = ${eventId} and x.streamer_id = ${streamerId}`)
}

function participationColumns(now: number) {
  return {
    streamerId: s.id,
    id: e.id,
    slug: e.slug,
    name: e.name,
    start: instantSql(e.startAt),
    timezone: e.timezone,
    time_certainty: e.timeCertainty,
    answer: nullable(r.answer),
    canAnswer: booleanSql(canAnswerParticipation),
    isOpen: booleanSql(isOpenParticipation(now)),
  }
}
export type ParticipationRow = RowOf<ReturnType<typeof participationColumns>>

export function selectParticipation(
  now: number,
  participation: Participation,
): Statement<ParticipationRow | undefined> {
  return selectFirst(
    participationColumns(now),
    sql`from ${participationFromClause(participation)} where ${isListedParticipation}`,
  )
}

export function selectParticipations(now: number, userId: UserId): Statement<ParticipationRow[]> {
  return select(
    participationColumns(now),
    sql`from ${joinParticipations(userId, isOpenParticipation(now))} where ${isListedParticipation}
      order by ${e.startAt}, ${e.id} limit ${listAtMost}`,
  )
}

export function toParticipation(row: ParticipationRow): ParticipationView {
  const { streamerId, answer, canAnswer, isOpen: _, ...event } = row
  return { streamer_id: streamerId, event, answer, can_answer: canAnswer }
}
