import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { first, select } from '#worker/db/statement.ts'
import { assignments, hasValues } from '#worker/db/writes.ts'
import { eventValues, scheduledValues } from '#worker/features/events/fields.ts'
import type { EventInput } from './contract.ts'

/** What an edit changes on the event itself. */
export function editAssignments(input: EventInput): SQL {
  return assignments(events, eventValues(input))
}

/** What a schedule says of an event. */
export function scheduleAssignments(input: EventInput): SQL {
  return assignments(events, scheduledValues(input))
}

const participantColumns = sql.raw('position, streamer_id, display_name, platform, account')

/** Rows of `participantColumns`. */
function participantsOf(input: EventInput): SQL {
  const list = input.participants.map((one) =>
    'streamer_id' in one
      ? { id: one.streamer_id }
      : { name: one.display_name, platform: one.platform ?? null, account: one.account ?? null },
  )
  return sql`select j.key as position, s.id as streamer_id,
      coalesce(s.display_name, j.value ->> 'name') as display_name,
      coalesce(j.value ->> 'platform', a.platform) as platform,
      coalesce(j.value ->> 'account', a.name) as account
    from json_each(${JSON.stringify(list)}) j
      left join streamers s on s.id = j.value ->> 'id'
      left join streaming_accounts a on a.id =
        (select min(id) from streaming_accounts where streamer_id = s.id)`
}

/** For an event that an expression yields; for none where it yields null. */
export function insertParticipants({ db }: Ctx, eventId: SQL, input: EventInput): Statement {
  return rows(
    db,
    sql`insert into event_participants (event_id, ${participantColumns})
      select ${eventId}, ${participantColumns} from (${participantsOf(input)})
      where ${eventId} is not null`,
  )
}

type Edit = EventInput & { eventId: EventId }

/** A row where the event says all that an edit would write already. */
export function selectIfUnchanged(edit: Edit): Statement<{ id: EventId } | undefined> {
  const listOf = (participants: SQL) =>
    sql`(select json_group_array(json_array(${participantColumns}))
      from (${participants} order by position))`
  const snapshot = sql`select ${participantColumns} from ${eventParticipants}
    where ${eventParticipants.eventId} = ${edit.eventId}`
  return first(
    select(
      { id: events.id },
      sql`from ${events} where ${events.id} = ${edit.eventId} and ${hasValues(events, eventValues(edit))}
        and ${listOf(snapshot)} = ${listOf(participantsOf(edit))}`,
    ),
  )
}
