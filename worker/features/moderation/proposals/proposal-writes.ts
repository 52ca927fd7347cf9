import { sql, type SQL } from 'drizzle-orm'
import type { EventId } from '#worker/contracts/ids.ts'
import { a, p, r } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { jsonArraySql } from '#worker/db/row.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { buildSetSql, valuesConditionSql, insert } from '#worker/db/writes.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import { isNameOptedOut } from '#worker/features/directory/opt-outs/opt-out-rows.ts'
import { pickEventValues, pickScheduleImportValues } from '#worker/features/events/fields.ts'
import type { EventInput } from './contract.ts'

export function eventEditAssignments(input: EventInput): SQL {
  return buildSetSql(events, pickEventValues(input))
}

export function scheduleImportAssignments(input: EventInput): SQL {
  return buildSetSql(events, pickScheduleImportValues(input))
}

const { position } = p
const participantValues = {
  streamerId: p.streamerId,
  displayName: p.displayName,
  platform: p.platform,
  account: p.account,
}

/** Rows `p` of an input, as they are stored. */
function selectInputParticipants(input: EventInput): SQL {
  const list = input.participants.map((participant) =>
    'streamer_id' in participant
      ? { id: participant.streamer_id }
      : {
          name: participant.display_name,
          key: toNameKey(participant.display_name),
          platform: participant.platform ?? null,
          account: participant.account ?? null,
        },
  )
  const { id, platform, name } = streamingAccounts
  return sql`(select j.key as position, ${streamers.id} as streamer_id,
      coalesce(${streamers.displayName}, j.value ->> 'name') as display_name,
      coalesce(j.value ->> 'platform', ${platform}) as platform,
      coalesce(j.value ->> 'account', ${name}) as account
    from json_each(${JSON.stringify(list)}) j
      left join ${streamers} on ${streamers.id} = j.value ->> 'id'
      left join ${streamingAccounts} on ${id} =
        (select ${a.id} from ${a} where ${a.streamerId} = ${streamers.id}
          order by ${a.verifiedAt} is null, ${a.id} limit 1)
    where ${streamers.id} is not null or not ${isNameOptedOut(sql`j.value ->> 'key'`)}) p`
}

/** For an event that an expression yields; for none where it yields null. */
export function insertParticipants(eventId: SQL, input: EventInput): Statement {
  return insert(
    eventParticipants,
    { eventId: eventId as SQL<EventId>, position, ...participantValues },
    { from: selectInputParticipants(input), where: sql`${eventId} is not null` },
  )
}

type EventEdit = EventInput & { eventId: EventId }

/** Participants who removed themselves do not come back. */
function hasParticipantOptedOut({ eventId }: EventEdit): SQL {
  return sql`exists (select 1 from ${r} where ${r.eventId} = ${eventId} and ${r.answer} = 'removed'
    and ${r.streamerId} = ${p.streamerId})`
}

export function selectEventIfUnchangedByEdit(
  edit: EventEdit,
): Statement<{ id: EventId } | undefined> {
  const listOf = (participants: SQL) =>
    sql`(select json_group_array(${jsonArraySql(participantValues)})
      from (select * from ${participants} order by ${position}) p)`
  const stored = sql`${p} where ${p.eventId} = ${edit.eventId}`
  return selectFirst(
    { id: events.id },
    sql`from ${events} where ${events.id} = ${edit.eventId} and ${valuesConditionSql(events, pickEventValues(edit))}
      and ${listOf(stored)} = ${listOf(sql`${selectInputParticipants(edit)} where not ${hasParticipantOptedOut(edit)}`)}`,
  )
}
