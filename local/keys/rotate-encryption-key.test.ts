import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { decrypt, encrypt, deriveKeyId } from '#worker/auth/crypto.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { rotateEncryptionKey } from './rotate-encryption-key.ts'

const former = 'f'.repeat(32)
const present = 'p'.repeat(32)
const keys = { ENCRYPTION_KEY: present, ENCRYPTION_KEY_PREVIOUS: former }

/** Text as releases before key ids wrote it. */
const withoutId = (text: string) => encrypt(former, text).split('.').slice(0, 3).join('.')
const quoted = (text: string) => `'${text}'`

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
  const of = (text: string) => quoted(encrypt(former, text))
  for (const statement of [
    `insert into users (id, username, username_key, discord_webhook, created_at)
      values (1, 'a', 'a', ${quoted(withoutId('users.discord_webhook'))}, 1)`,
    `insert into reports (subject_type, subject_id, reason, created_at, sealed_email)
      values ('event', 1, 'spam', 1, ${of('reports.sealed_email')})`,
    `insert into calendar_feeds (user_id, token_hash, token, scope, created_at)
      values (1, 'h', ${of('calendar_feeds.token')}, 'both', 1)`,
    `insert into streamers (id, display_name, name_key, created_at) values (1, 's', 's', 1)`,
    `insert into streaming_accounts (id, streamer_id, platform, name, name_key, created_at)
      values (1, 1, 'twitch', 's', 's', 1)`,
    `insert into schedule_sources (user_id, streamer_id, account_id, kind, sealed_url, category, language,
        timezone, created_at)
      values (1, 1, 1, 'ical_url', ${of('schedule_sources.sealed_url')}, 'other', 'en', 'UTC', 1)`,
    `insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at, last_used_at)
      values (1, 'e', 'p', ${of('push_subscriptions.auth')}, 1, 1)`,
    `insert into platform_states (platform, sealed_token)
      values ('twitch', ${of('platform_states.sealed_token')})`,
  ]) {
    await database.query(statement)
  }
})
afterAll(() => database.remove())

async function valuesOf(column: (typeof encryptedColumns)[number]): Promise<string[]> {
  const rows = await database.query<{ value: string }>(
    `select ${column.name} as value from ${getTableName(column.table)}
      where ${column.name} is not null order by rowid`,
  )
  return rows.map(({ value }) => value)
}

test('every encrypted column is encrypted with the present key, once [ASVS 11.2.2]', async () => {
  const rotated = await rotateEncryptionKey(database.db, keys)
  expect(rotated).toHaveLength(encryptedColumns.length)
  for (const [index, column] of encryptedColumns.entries()) {
    const name = `${getTableName(column.table)}.${column.name}`
    expect(rotated[index]).toEqual({ column: name, rotated: 1, unreadable: 0 })
    const [value = ''] = await valuesOf(column)
    expect(decrypt(present, value)).toBe(name)
  }
  const again = await rotateEncryptionKey(database.db, keys)
  expect(again.every((one) => one.rotated === 0 && one.unreadable === 0)).toBe(true)
})

test('more rows than a page, and values of neither key, are counted and gone past', async () => {
  await database.query(
    `insert into users (username, username_key, discord_webhook, created_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 450)
      select 'm' || i, 'm' || i,
        iif(i % 3 = 0, 'not encrypted', ${quoted(encrypt(former, 'many'))}), 1 from n`,
  )
  const [webhooks] = await rotateEncryptionKey(database.db, keys)
  expect(webhooks).toEqual({ column: 'users.discord_webhook', rotated: 300, unreadable: 150 })
  const values = await valuesOf(encryptedColumns[0]!)
  expect(values.filter((value) => value.endsWith(`.${deriveKeyId(present)}`))).toHaveLength(301)
  expect(values.filter((value) => value === 'not encrypted')).toHaveLength(150)
})

test('every column that is said to hold encrypted values is among them', async () => {
  const columns = await database.query<{ table: string; column: string }>(
    `select m.name as "table", p.name as "column" from sqlite_master m join pragma_table_info(m.name) p
      where m.type = 'table' and (p.name like 'sealed_%' or p.name like 'encrypted_%'
        or p.name like '%_token' or p.name like '%webhook')`,
  )
  const names = encryptedColumns.map((column) => `${getTableName(column.table)}.${column.name}`)
  // Nothing is written there any more.
  const emptied = ['identities.access_token', 'identities.refresh_token']
  const encrypted = columns.map(({ table, column }) => `${table}.${column}`)
  for (const name of encrypted.filter((one) => !emptied.includes(one)))
    expect(names).toContain(name)
})
