import fc from 'fast-check'
import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { schemaTables } from '#scripts/schema-tables.ts'
import type { Ctx, System } from '#worker/context.ts'
import { findVersionedContent } from '#worker/db/schema/versioned.ts'
import { deleteExpiredRows } from '#worker/features/operations/retention/retention.ts'
import { runsOf } from '#tests/support/runs.ts'

/** Each run is an interleaving of writes. */
const numRuns = runsOf({ few: 12, many: 2_000 })

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())

/** The shown columns of the shown rows, one select for each table. */
const shown = schemaTables.flatMap((table) => {
  const content = findVersionedContent(table)
  if (!content) return []
  const name = getTableName(table)
  const columns = content.columns.map((column) => `t.${column.name}`).join(', ')
  const condition = content.condition?.('new').replaceAll('new.', 't.') ?? 'true'
  return [
    `select '${name}' name, t.rowid id, json_array(${columns}) cells from ${name} t where ${condition}`,
  ]
})

type ShownRow = { name: string; id: number; cells: string }

async function readShown(): Promise<Map<string, string>> {
  const rows = await database.query<ShownRow>(shown.join(' union all '))
  return new Map(rows.map(({ name, id, cells }) => [`${name} ${id}`, cells]))
}

async function readVersion(): Promise<unknown> {
  return (await database.query('select version from content_version'))[0]
}

/** But the members who joined: no response shows them yet. */
function isDifferent(before: Map<string, string>, after: Map<string, string>): boolean {
  const keys = [...before.keys(), ...[...after.keys()].filter((key) => !key.startsWith('users '))]
  return keys.some((key) => before.get(key) !== after.get(key))
}

const now = Date.UTC(2027, 2, 1)
const id = fc.integer({ min: 1, max: 3 })
const word = fc.constantFrom('a', 'b')
const status = fc.constantFrom('pending', 'pending', 'approved', 'rejected', 'disabled')
const flag = fc.constantFrom(0, 1)
const optionalId = fc.option(id, { nil: 'null' })

function write(
  text: TemplateStringsArray,
  ...values: fc.Arbitrary<unknown>[]
): fc.Arbitrary<string> {
  return fc.tuple(...values).map((parts) => String.raw({ raw: text }, ...parts))
}

const proposals = fc.oneof(
  write`insert or ignore into events (id, slug, name, start_at, end_at, timezone, time_certainty, status, language,
    platform, category, proof_url, group_id, created_at, updated_at, series_name) values (${id}, 'e' || ${id}, '${word}', ${fc.constant(now)},
    ${fc.constant(now + 1)}, 'UTC', 'exact', '${status}', 'en', 'twitch', 'gaming', 'youtu${word}', ${optionalId}, 0, 0, '')`,
  write`update events set status = '${status}' where id = ${id}`,
  write`update events set name = '${word}', game_id = ${optionalId}, group_id = ${optionalId} where id = ${id}`,
  write`update events set name = name, moderator_note = '${word}', updated_at = updated_at + 1 where id = ${id}`,
  write`update events set hype_count = ${id}, proposer_id = ${optionalId}, proof_url = '${word}' where id = ${id}`,
  write`insert or ignore into event_participants (event_id, position, streamer_id, display_name)
    values (${id}, ${id}, ${optionalId}, '${word}')`,
  write`update event_participants set display_name = '${word}', event_id = ${id} where event_id = ${id} and position = 1
    and not exists (select 1 from event_participants p where p.position = 1 and p.event_id <> event_participants.event_id)`,
  write`insert into participation_answers (event_id, streamer_id, answer, answered_at, display_name)
    values (${id}, ${id}, '${fc.constantFrom('confirmed', 'removed')}', 0, '${word}')
    on conflict do update set answer = excluded.answer`,
  write`insert into event_channels (event_id, position, platform, account) values (${id}, 1, 'twitch', '${word}')
    on conflict do update set account = excluded.account`,
  write`insert or ignore into hypes (event_id, user_id, created_at) values (${id}, ${id}, 0)`,
)
const polls = write`insert into event_broadcasts (event_id, platform, name_key, is_on_air, polled_at, fresh_until, title, viewers)
  values (${id}, 'twitch', 'a', ${flag}, ${fc.constant(now)}, ${fc.constant(now + 9)}, '${word}', ${id})
  on conflict do update set is_on_air = excluded.is_on_air, polled_at = excluded.polled_at,
  fresh_until = excluded.fresh_until, title = excluded.title, viewers = excluded.viewers`
const imports = fc.oneof(
  write`insert into games (id, slug, name, name_key, source, created_at) values (${id}, 'g' || ${id}, '${word}', 'g' || ${id}, '${word}', 0)
    on conflict do update set name = excluded.name, source = excluded.source`,
  write`insert into event_groups (id, slug, name, name_key, source, created_at) values (${id}, 'g' || ${id}, '${word}', 'g' || ${id}, '${word}', 0)
    on conflict do update set name = excluded.name, source = excluded.source`,
  write`insert into streamers (id, display_name, name_key, source, created_at) values (${id}, '${word}', '${word}', '${word}', 0)
    on conflict do update set display_name = excluded.display_name, source = excluded.source`,
  write`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at) values (${id}, 'twitch', '${word}', '${word}', 0)
    on conflict do update set name = excluded.name`,
)
const others = fc.oneof(
  write`insert or ignore into users (id, username, username_key, email, email_key, signup_expires_at, created_at)
    values (${id}, 'u' || ${id}, 'u' || ${id}, '${word}', 'u' || ${id}, ${fc.constantFrom('null', '0')}, 0)`,
  write`update users set username = '${word}', email = '${word}', is_shown_on_hypes = ${flag} where id = ${id}`,
  write`update users set total_xp = total_xp + ${flag}, username = username where id = ${id}`,
  write`insert into articles (id, slug, title, markdown, status, author_name, created_at, updated_at)
    values (${id}, 'a' || ${id}, '${word}', '', '${fc.constantFrom('draft', 'published')}', '', 0, 0)
    on conflict do update set title = excluded.title, status = excluded.status`,
  write`insert into deals (id, partner, title, text, link, placement, start_at, end_at, created_at, clicks)
    values (${id}, '${word}', '', '', '', 'home', 0, 0, 0, ${flag})
    on conflict do update set partner = excluded.partner, clicks = excluded.clicks`,
  write`update platform_pictures set path = ${fc.constantFrom('null', `'a'`, `'b'`)}, ask_at = ${id} where subject = '${id}'`,
  write`insert or ignore into game_follows (user_id, game_id, created_at) values (${id}, ${id}, 0)`,
)
const tables = fc.constantFrom(
  'events',
  'games',
  'event_groups',
  'streamers',
  'users',
  'articles',
  'deals',
)
const cascades = write`delete from ${tables} where id = ${id}`
const noRetention = fc.constant('')
const writes = fc.oneof(
  { weight: 6, arbitrary: proposals },
  { weight: 2, arbitrary: polls },
  { weight: 3, arbitrary: imports },
  { weight: 3, arbitrary: others },
  { weight: 1, arbitrary: cascades },
  { weight: 1, arbitrary: noRetention },
)

async function run(statement: string): Promise<void> {
  if (statement) await database.query(statement)
  else
    await deleteExpiredRows({
      db: database.db,
      now: now + 4e10,
      actor: { kind: 'system' },
    } as unknown as Ctx<System>)
}

const rows = `select value, 'x' || value, 'x' || value, 0 from json_each('[1, 2, 3]')`
const start = [
  ...['events', 'games', 'event_groups', 'streamers', 'users', 'articles', 'deals'].map(
    (table) => `delete from ${table}`,
  ),
  `insert into users (id, username, username_key, created_at) ${rows}`,
  `insert into games (id, slug, name, created_at, name_key) ${rows.replace(', 0', ', 0, value')}`,
  `insert into event_groups (id, slug, name, created_at, name_key) ${rows.replace(', 0', ', 0, value')}`,
  `insert into streamers (id, display_name, name_key, created_at) ${rows}`,
  `insert into events (id, slug, name, start_at, end_at, timezone, time_certainty, status, language, platform, category,
    proof_url, created_at, updated_at, series_name) select value, 'e' || value, 'a', ${now}, ${now + 1}, 'UTC', 'exact',
    iif(value = 1, 'pending', 'approved'), 'en', 'twitch', 'gaming', 'youtu', 0, 0, '' from json_each('[1, 2, 3]')`,
]

test('the version changes exactly when a shown column of a shown row has another value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 5, maxLength: 20 }), async (statements) => {
      await database.db.$client.batch(start, 'write')
      let before = await readShown()
      for (const statement of statements) {
        const version = await readVersion()
        // A reference to a row that is not there, or a name that is taken.
        const isRefused = await run(statement).then(
          () => false,
          () => true,
        )
        const after = await readShown()
        const hasChanged = JSON.stringify(await readVersion()) !== JSON.stringify(version)
        expect([statement, hasChanged]).toEqual([statement, isDifferent(before, after)])
        if (isRefused) expect(after).toEqual(before)
        before = after
      }
    }),
    { numRuns },
  )
}, 1_200_000)
