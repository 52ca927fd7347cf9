import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { EventInput } from './contract.ts'

/** What an edit changes on the event itself. */
export function assignments(input: EventInput): SQL {
  return sql`name = ${input.name}, description = ${input.description}, start_at = ${input.start},
    end_at = ${input.end}, timezone = ${input.timezone}, time_certainty = ${input.time_certainty},
    language = ${input.language}, platform = ${input.platform},
    streaming_account_name = ${input.streaming_account_name}, game_id = ${input.game_id ?? null},
    category = ${input.category}, thumbnail_path = ${input.thumbnail_path ?? null},
    proof_url = ${input.proof_url}, additional_info = ${input.additional_info ?? null}`
}

/** For an event that an expression yields; for none where it yields null. */
export function insertParticipants({ db }: Ctx, eventId: SQL, input: EventInput): Statement {
  const list = input.participants.map((one) =>
    'streamer_id' in one
      ? { id: one.streamer_id }
      : { name: one.display_name, platform: one.platform ?? null, account: one.account ?? null },
  )
  return rows(
    db,
    sql`insert into event_participants (event_id, position, streamer_id, display_name, platform, account)
      select ${eventId}, j.key, s.id, coalesce(s.display_name, j.value ->> 'name'),
        coalesce(j.value ->> 'platform', a.platform), coalesce(j.value ->> 'account', a.name)
      from json_each(${JSON.stringify(list)}) j
        left join streamers s on s.id = j.value ->> 'id'
        left join streaming_accounts a on a.id =
          (select min(id) from streaming_accounts where streamer_id = s.id)
      where ${eventId} is not null`,
  )
}
