import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { EventInput } from './contract.ts'

const columns = sql.raw(`name, description, start_at, end_at, timezone, time_certainty, language,
  platform, streaming_account_name, game_id, category, thumbnail_path, proof_url, additional_info`)

/** In the order of `columns`. */
function factsOf(input: EventInput): SQL {
  return sql`${input.name}, ${input.description}, ${input.start}, ${input.end}, ${input.timezone},
    ${input.time_certainty}, ${input.language}, ${input.platform}, ${input.streaming_account_name},
    ${input.game_id ?? null}, ${input.category}, ${input.thumbnail_path ?? null},
    ${input.proof_url}, ${input.additional_info ?? null}`
}

/** What an edit changes on the event itself. */
export function assignments(input: EventInput): SQL {
  return sql`(${columns}) = (${factsOf(input)})`
}

/** What a schedule says of an event; its game, picture and notes are others' to set. */
export function scheduleAssignments(input: EventInput): SQL {
  return sql`(name, description, start_at, end_at, timezone, time_certainty, language, platform,
      streaming_account_name, category, proof_url)
    = (${input.name}, ${input.description}, ${input.start}, ${input.end}, ${input.timezone},
      ${input.time_certainty}, ${input.language}, ${input.platform},
      ${input.streaming_account_name}, ${input.category}, ${input.proof_url})`
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
export function selectIfUnchanged({ db }: Ctx, edit: Edit): Statement<{ id: EventId }[]> {
  const listOf = (participants: SQL) =>
    sql`(select json_group_array(json_array(${participantColumns}))
      from (${participants} order by position))`
  const snapshot = sql`select ${participantColumns} from event_participants
    where event_id = ${edit.eventId}`
  return rows<{ id: EventId }>(
    db,
    sql`select id from events where id = ${edit.eventId} and (${columns}) is (${factsOf(edit)})
      and ${listOf(snapshot)} = ${listOf(participantsOf(edit))}`,
  )
}
