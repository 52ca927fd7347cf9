import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx } from '#worker/context.ts'
import { rows, type Results, type Statement } from '#worker/db/client.ts'

/** What can be merged: each has followers, and an address that goes on leading to it. */
type Kind = 'game' | 'streamer'

/** As addresses name it. */
const addresses: Record<Kind, SQL> = { game: sql`slug`, streamer: sql`cast(id as text)` }

export type Merge = {
  from: SQL | number
  into: SQL | number
  /** Asked anew by every statement. */
  when: SQL
}

/** Campaign audiences name the one that stays instead, once. */
function moveAudiences(kind: Kind, { from, into, when }: Merge): SQL {
  const list = sql.raw(`'$.${kind}_ids'`)
  // Numbers come as floats, and JSON has no column that makes whole ones of them.
  const moved = sql`select json_group_array(distinct iif(value = ${from}, cast(${into} as integer), value))
    from json_each(audience, ${list})`
  return sql`update campaigns set audience = json_set(audience, ${list}, json((${moved})))
    where ${from} in (select value from json_each(audience, ${list})) and ${when}`
}

/** Of who follows what goes: what that earned is taken back with the follow of the one that stays. */
function moveEarnings(kind: Kind, { from, into, when }: Merge): SQL {
  const follows = sql.raw(`${kind}_follows`)
  const own = sql.raw(`${kind}_id`)
  const subjectOf = (id: SQL | number) => sql`${`${kind}:`} || cast(${id} as integer)`
  return sql`update or ignore xp_entries set subject = ${subjectOf(into)}
    where user_id in (select user_id from ${follows} where ${own} = ${from})
      and action = 'follow' and subject = ${subjectOf(from)} and ${when}`
}

/**
 * Followers, audiences and addresses go to the one that stays, and last the other goes; what games or
 * streamers alone have moves before.
 */
export function mergeInto(kind: Kind, merge: Merge): SQL[] {
  const { from, into, when } = merge
  const table = sql.raw(`${kind}s`)
  const follows = sql.raw(`${kind}_follows`)
  const own = sql.raw(`${kind}_id`)
  return [
    moveEarnings(kind, merge),
    // Who followed both follows once, told if either follow was to tell them.
    sql`insert into ${follows} (${own}, user_id, is_notified, created_at)
      select ${into}, user_id, is_notified, created_at from ${follows}
      where ${own} = ${from} and ${when}
      on conflict (${own}, user_id) do update set
        is_notified = max(is_notified, excluded.is_notified),
        created_at = min(created_at, excluded.created_at)`,
    sql`delete from ${follows} where ${own} = ${from} and ${when}`,
    moveAudiences(kind, merge),
    sql`update merged_addresses set into_id = ${into}
      where kind = ${kind} and into_id = ${from} and ${when}`,
    sql`insert into merged_addresses (kind, address, into_id)
      select ${kind}, ${addresses[kind]}, ${into} from ${table} where id = ${from} and ${when}
      on conflict (kind, address) do update set into_id = excluded.into_id`,
    sql`delete from ${table} where id = ${from} and ${when} returning id`,
  ]
}

/** Writes moves, and what comes after the last of them; whether that found the other to go. */
export async function writeMoves<const After extends readonly Statement[]>(
  ctx: Ctx,
  moves: readonly SQL[],
  after: After,
): Promise<{ isDone: boolean; answers: Results<After> }> {
  const results = await write(ctx, [...moves.map((move) => rows(ctx.db, move)), ...after])
  const gone = results[moves.length - 1] as unknown[]
  // One answer for each statement, in their order.
  return { isDone: gone.length > 0, answers: results.slice(moves.length) as Results<After> }
}

/** The addresses that led to what is gone lead nowhere. */
export function deleteRedirects(kind: Kind, id: number): SQL {
  const table = sql.raw(`${kind}s`)
  return sql`delete from merged_addresses where kind = ${kind} and into_id = ${id}
    and not exists (select 1 from ${table} where id = ${id})`
}
