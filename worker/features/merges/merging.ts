import { sql, type SQL } from 'drizzle-orm'

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

/**
 * Followers and addresses go to the one that stays, and the other goes, in this order; what games
 * or streamers alone have moves before.
 */
export function mergeInto(kind: Kind, { from, into, when }: Merge) {
  const table = sql.raw(`${kind}s`)
  const follows = sql.raw(`${kind}_follows`)
  const own = sql.raw(`${kind}_id`)
  return {
    // Who followed both follows once, told if either follow was to tell them.
    follows: sql`insert into ${follows} (${own}, user_id, is_notified, created_at)
      select ${into}, user_id, is_notified, created_at from ${follows}
      where ${own} = ${from} and ${when}
      on conflict (${own}, user_id) do update set
        is_notified = max(is_notified, excluded.is_notified),
        created_at = min(created_at, excluded.created_at)`,
    ownFollows: sql`delete from ${follows} where ${own} = ${from} and ${when}`,
    chain: sql`update merged_addresses set into_id = ${into}
      where kind = ${kind} and into_id = ${from} and ${when}`,
    address: sql`insert into merged_addresses (kind, address, into_id)
      select ${kind}, ${addresses[kind]}, ${into} from ${table} where id = ${from} and ${when}
      on conflict (kind, address) do update set into_id = excluded.into_id`,
    gone: sql`delete from ${table} where id = ${from} and ${when} returning id`,
  }
}

/** The addresses that led to what is gone lead nowhere. */
export function forgetAddresses(kind: Kind, id: number): SQL {
  const table = sql.raw(`${kind}s`)
  return sql`delete from merged_addresses where kind = ${kind} and into_id = ${id}
    and not exists (select 1 from ${table} where id = ${id})`
}
