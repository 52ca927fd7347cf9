import { sql } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { rows, type Database, type Statement } from '#worker/db/client.ts'

/** Keys of the names of featured streamers. */
const featured = ['captain biscuit', 'granny glitch', 'nova noodle', 'teapot tactician']

type Followed = { table: 'streamers' | 'games'; most: number }

/** Follows by demo members in the last sixty days, with their XP. */
function insertFollowsOf(db: Database, now: number, { table, most }: Followed): Statement[] {
  const kind = table.slice(0, -1)
  const follows = sql.raw(`${kind}_follows`)
  const column = sql.raw(`${kind}_id`)
  const members = sql`(select id, row_number() over (order by id) as place from users
    where username_key glob 'demo_*')`
  return [
    rows(
      db,
      sql`insert into ${follows} (${column}, user_id, created_at)
        select f.id, u.id, ${now} - (u.place * 3203887 + f.id * 104729) * 1000 % ${60 * dayMs}
        from ${sql.raw(table)} f join ${members} u
          on (u.place * 31 + f.id * 17) % 60 < 2 + f.id * f.id * 7 % ${most}
        where true on conflict do nothing`,
    ),
    rows(
      db,
      sql`insert into xp_entries (user_id, action, subject, points, at)
        select user_id, 'follow', ${kind} || ':' || ${column}, 3, created_at from ${follows}
        where true on conflict do nothing`,
    ),
  ]
}

export function insertDemoFollows(db: Database, now: number): Statement[] {
  return [
    ...insertFollowsOf(db, now, { table: 'streamers', most: 29 }),
    ...insertFollowsOf(db, now, { table: 'games', most: 41 }),
    rows(
      db,
      sql`update streamers set featured_at = ${now} - id * ${dayMs}
        where name_key in (select value from json_each(${JSON.stringify(featured)}))`,
    ),
    rows(
      db,
      sql`update streaming_accounts set verified_at = ${now} where streamer_id in
        (select id from streamers where featured_at is not null)`,
    ),
  ]
}
