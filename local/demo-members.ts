import { sql } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { rows, type Database, type Statement } from '#worker/db/client.ts'

const names = `mika nora sol teo lina hugo ines zoe max ada leo ruth omar elsa noa ivan clara sami
  maya tom lucia yann bea otto carmen nils rosa jules alba finn marta gael ida pablo lou vera
  enzo nina diego anna remy olga luis emma kai sara axel pilar june felix cora marc dina hans
  lola abel tess rafa wren milo`
const usernames = names.split(/\s+/).map((name) => `demo_${name}`)

/** Authors of pending proposals. */
export const demoProposers = usernames.slice(0, 8)

/** Nobody can log in as a demo member. */
export function insertDemoMembers(db: Database, now: number): Statement {
  const oldest = now - 200 * dayMs
  return rows(
    db,
    sql`insert into users (username, username_key, email, email_key, email_verified_at,
        interface_language, onboarded_at, created_at)
      select value, value, value || '@example.com', value || '@example.com',
        ${oldest} + key * ${2 * dayMs}, json_extract('["en","fr","es"]', '$[' || (key % 3) || ']'),
        ${oldest} + key * ${2 * dayMs}, ${oldest} + key * ${2 * dayMs}
      from json_each(${JSON.stringify(usernames)}) where true on conflict do nothing`,
  )
}

export type WantedHypes = { import_key: string; hypes: number }

/** Hypes by different members for each event, with their XP. */
export function insertDemoHypes(db: Database, now: number, wanted: WantedHypes[]): Statement[] {
  const events = sql`json_each(${JSON.stringify(wanted)}) w
    join events e on e.import_key = w.value ->> 'import_key'`
  const crowd = usernames.length
  return [
    rows(
      db,
      sql`insert into hypes (event_id, user_id, created_at)
        select e.id, u.id, min(${now}, e.start_at) - (m.key * 7919 + e.id * 104729) * 1000 % ${20 * dayMs}
        from ${events} join json_each(${JSON.stringify(usernames)}) m
          on (m.key + e.id * 7) % ${crowd} < w.value ->> 'hypes'
          join users u on u.username_key = m.value
        where true on conflict do nothing`,
    ),
    rows(
      db,
      sql`insert into xp_entries (user_id, action, subject, points, at)
        select h.user_id, 'hype', 'event:' || h.event_id, 5, h.created_at
        from ${events} join hypes h on h.event_id = e.id join users u on u.id = h.user_id
        where u.username_key in (select value from json_each(${JSON.stringify(usernames)}))
        on conflict do nothing`,
    ),
  ]
}
