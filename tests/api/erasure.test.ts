import { describe, expect } from 'vitest'
import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'
import { keptTables, statedTables } from '#worker/db/personal-columns.ts'
import { insertFullMember, type FullMember } from '#tests/support/factories/full-member.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const isEmpty = (value: unknown) => value === '[]' || !value

type Rows = Record<string, unknown>[] | undefined

/** Columns whose value is another one than before, and those that hold something. */
function compareRows(before: Rows = [], after: Rows = []) {
  const cells = after.flatMap((row) => {
    const old = before.find(({ key }) => key === row['key']) ?? {}
    return Object.entries(row).map(([column, value]) => ({ column, value, old: old[column] }))
  })
  const counted = cells.filter(({ column }) => !/^(?:hype|follow)_count$/.test(column))
  return {
    changed: new Set(counted.filter(({ value, old }) => value !== old).map(({ column }) => column)),
    left: counted.filter(({ value }) => !isEmpty(value)).map(({ column }) => column),
  }
}

const ownStreamer = 'streamer_id in (select id from streamers where user_id = ?1)'
const ownEvents =
  "event_id in (select id from events where proposer_id = ?1 and status = 'approved')"

/** The rows of a member, where no column `user_id` says whose they are. */
const rowsOfMember: Record<string, string> = {
  users: 'id = ?1',
  refresh_tokens: 'session_id in (select id from sessions where user_id = ?1)',
  sign_in_codes: 'email_key = (select email_key from users where id = ?1)',
  events: "proposer_id = ?1 and status = 'approved'",
  event_participants: ownEvents,
  event_channels: ownEvents,
  streaming_accounts: ownStreamer,
  participation_answers: ownStreamer,
  articles: 'author_id = ?1',
  audit_entries: "(actor_id = ?1 or subject_type = 'user' and subject_id = ?1)",
  reports: 'user_id = ?1 and decided_at is null',
}
/** Without a rowid: their key is of two columns. */
const withoutRowid = new Set([
  'unlocked_achievements',
  'achievement_progress',
  'leaderboard_entries',
])

type Row = Record<string, unknown>
type Snapshot = Record<string, Row[]>

const tables = Object.values(statedTables).flatMap((names) => names.split(/\s+/).filter(Boolean))
tables.push('users')
/** Columns that are emptied, by table. */
const keptColumns: Record<string, string> = Object.assign({}, ...Object.values(keptTables))
let member: FullMember
const before: Snapshot = {}
const after: Snapshot = {}

async function readRows(table: string, where: string, ...args: unknown[]): Promise<Row[]> {
  const key = withoutRowid.has(table) ? '0' : 'rowid'
  return query<Row>(worker, `select ${key} as key, * from ${table} where ${where}`, ...(args as []))
}

test.beforeAll(async () => {
  member = await insertFullMember(worker)
  await worker.sql`insert into notification_channels values (${member.userId}, 'reminder', 'email', 0)`
  await worker.sql`update events set thumbnail_path = ${`uploads/mark-uploads-${member.userId}.png`}
    where id = ${member.approvedId}`
  for (const table of tables) {
    before[table] = await readRows(table, rowsOfMember[table] ?? 'user_id = ?1', member.userId)
  }
  const { username, token } = member
  const left = await worker.call('DELETE', 'users/me', { token, body: { username } })
  expect(left.status).toBe(204)
  await worker.drainQueue(Date.now())
  for (const table of tables) {
    const keys = JSON.stringify(before[table]?.map(({ key }) => key))
    after[table] = withoutRowid.has(table)
      ? await readRows(table, 'user_id = ?1', member.userId)
      : await readRows(table, 'rowid in (select value from json_each(?1))', keys)
  }
})

describe('what stays of a member who left', () => {
  test('was there in every table about people', () => {
    expect(tables.filter((table) => before[table]?.length === 0)).toEqual([])
  })

  test.each(tables.filter((table) => !(table in keptColumns)))('is nothing of %s', (table) => {
    expect(after[table]).toEqual([])
  })

  const kept = tables.filter((table) => table in keptColumns && table !== 'withdrawals')
  test.each(kept)('of %s is what the data deletion page says, and no link to them', (table) => {
    const emptied = (keptColumns[table] ?? '').split(' ').filter(Boolean)
    expect(after[table]?.length).toBeGreaterThan(0)
    const { changed, left } = compareRows(before[table], after[table])
    expect(left.filter((column) => emptied.includes(column))).toEqual([])
    // A code in the place of the actor; words about the member.
    const others = { audit_entries: 'former_actor', reports: 'text' }[table] ?? ''
    for (const column of changed) expect([...emptied, others]).toContain(column)
  })

  test('is their number in the list for restores, without anything else they took back', async () => {
    const rows =
      await worker.sql`select kind, detail from withdrawals where user_id = ${member.userId}`
    expect(rows).toEqual([{ kind: 'account', detail: null }])
  })

  test('is a report without a name, for the team to decide', async ({ moderator }) => {
    const reporter = await createMember(worker)
    const [{ id } = { id: 0 }] = await worker.sql<{ id: number }>`insert into events (slug, name,
      start_at, end_at, timezone, time_certainty, status, language, platform, category, proof_url,
      created_at, updated_at, series_name) values ('reported', 'Reported', 1, 2, 'UTC', 'exact',
      'approved', 'en', 'twitch', 'other', 'https://x.example', 1, 1, 'reported') returning id`
    const body = { subject: { type: 'event', id }, reason: 'other', text: 'Dangerous' }
    const sent = await worker.call('POST', 'reports', { token: reporter.token, body })
    expect(sent.status).toBeLessThan(300)
    const { token, username } = reporter
    await worker.call('DELETE', 'users/me', { token, body: { username } })
    const open = await worker.get<{ open: number }>('admin/reports/count', moderator)
    expect(open.open).toBeGreaterThan(0)
    const [left] = await worker.sql`select user_id, text from reports where subject_id = ${id}`
    expect(left).toEqual({ user_id: null, text: 'Dangerous' })
  })

  test('is no cookie of the device', async () => {
    const { token, username } = await createMember(worker)
    const { headers } = await worker.call('DELETE', 'users/me', { token, body: { username } })
    expect(headers.getSetCookie().join('\n')).toMatch(/^known_device=; Max-Age=0/m)
  })
})

test('decisions about a member are in their export, without the words and names of the team', async () => {
  const { token } = await insertFullMember(worker)
  const view = await worker.get<DataExportView>('users/me/export', { token })
  expect(view['moderation_decisions']).toMatchObject([{ act: 'soft_ban', subject_type: 'user' }])
  expect(JSON.stringify(view)).not.toContain('secret-reason')
})
