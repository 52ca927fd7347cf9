import { getTableColumns, getTableName, type Column } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { schemaTables } from '#scripts/schema-tables.ts'
import type { Ctx, System } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { retentionExemptTables } from './exempt.ts'
import { deleteExpiredRows } from './retention.ts'
import { retentionRules, type RetentionRule } from './retention-rules.ts'

const rules: RetentionRule[] = Object.values(retentionRules)

function holdsTime({ name, dataType }: Column): boolean {
  return dataType === 'number' && /(_at|_until|^at|^hour|^since)$/.test(name)
}

const hasTime = (table: SQLiteTable) => Object.values(getTableColumns(table)).some(holdsTime)

describe('each table with times', () => {
  test('has a term, or a reason why it has none [ASVS 14.2.4]', () => {
    expect(schemaTables.length).toBeGreaterThan(40)
    const ruled = new Set(rules.map(({ table }) => getTableName(table)))
    const names = schemaTables.filter(hasTime).map((table) => getTableName(table))
    const open = names.filter((name) => !ruled.has(name) && !retentionExemptTables[name])
    expect(open).toEqual([])
    const stale = Object.keys(retentionExemptTables).filter(
      (name) => !names.includes(name) || ruled.has(name),
    )
    expect(stale).toEqual([])
  })

  test.each(['en', 'es', 'fr'])('has its term on the privacy page in %s', (locale) => {
    const text = readFileSync(`site/content/privacy-policy/${locale}.md`, 'utf8')
    const { sentMessages, failedMessages, endedSessions, clientErrors, rateLimitCounters } =
      retentionRules
    for (const { days } of [sentMessages, failedMessages, endedSessions, clientErrors]) {
      expect(text).toMatch(new RegExp(`\\b${days} (days|días|jours)\\b`))
    }
    const { days } = retentionRules.securityEvents
    expect(text).toMatch(new RegExp(`^- [^:]*s[eé][cg]u[^:]*: ${days} (days|días|jours)\\.`, 'im'))
    const { decidedReports } = retentionRules
    expect(text).toMatch(
      new RegExp(`^- (Reports|Denuncias|Signalements)[^:]*: ${decidedReports.days} `, 'im'),
    )
    expect(text).toMatch(new RegExp(`: ${rateLimitCounters.days} (days|días|jours)\\.`))
    expect(retentionRules.inAppNotifications.days).toBe(365)
    expect(text).toMatch(/for a year|durante un año|un an\./)
  })
})

describe('the rows whose term is over', () => {
  const now = Date.UTC(2027, 5, 1, 12)
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await startTemporaryDatabase()
    await database.query(
      `insert into users (id, username, username_key, created_at) values (1, 'a', 'a', 1)`,
    )
    await database.query(
      `insert into events (id, slug, name, start_at, end_at, timezone, time_certainty, status, language,
          platform, category, proof_url, created_at, updated_at, series_name)
        values (1, 'e', 'e', 1, 2, 'UTC', 'exact', 'approved', 'en', 'twitch', 'other', 'https://x.example', 1, 1, 'e')`,
    )
    await database.query(`insert into sessions (id, user_id, created_at, last_used_at, expires_at)
      values (99, 1, 1, 1, ${now * 2})`)
  })
  afterAll(() => database.remove())

  const run = () =>
    deleteExpiredRows({ db: database.db, now, actor: { kind: 'system' } } as unknown as Ctx<System>)

  let id = 0
  /** A row whose term began at an instant. */
  const inserts: Record<keyof typeof retentionRules, (at: number) => string> = {
    sentMessages: (at) => delivery(at, 'email', 'sent'),
    inAppNotifications: (at) => delivery(at, 'in_app', 'sent'),
    failedMessages: (at) => delivery(at, 'email', 'dead'),
    broadcasts: (at) =>
      `insert into notice_fanouts (key, kind, event_id, payload, deadline_at, done_at, created_at)
        values ('${(id += 1)}', 'event_published', 1, '{}', 1, ${at}, 1)`,
    reminderFanouts: (at) =>
      `insert into reminder_fanouts (event_id, hours, start_at, after_user_id, touched_at, done_at)
        values (1, 24, ${(id += 1)}, 0, 1, ${at})`,
    endedSessions: (at) =>
      `insert into sessions (user_id, created_at, last_used_at, expires_at, revoked_at)
        values (1, 1, 1, ${now}, ${at})`,
    rotatedTokens: (at) =>
      `insert into refresh_tokens (hash, session_id, created_at, rotated_at)
        values ('${(id += 1)}', 99, 1, ${at})`,
    mailedLinks: (at) =>
      `insert into account_tokens (id, user_id, kind, hash, email, created_at, expires_at)
        values ('${(id += 1)}', 1, 'verify_email', '${id}', 'a@example.com', 1, ${at})`,
    unprovedSignups: (at) =>
      `insert into users (username, username_key, created_at, signup_expires_at)
        values ('${(id += 1)}', '${id}', 1, ${at})`,
    signInCodes: (at) =>
      `insert into sign_in_codes (id, request_hash, code_hash, email, email_key, language, is_known_device,
          created_at, expires_at)
        values ('${(id += 1)}', '${id}', '', 'a@example.com', 'a@example.com', 'en', 0, ${at}, 1)`,
    rateLimitCounters: (at) =>
      `insert into attempts (subject, hour, count) values ('${(id += 1)}', ${Math.floor(at / 3_600_000)}, 1)`,
    mailSuppressions: (at) =>
      `insert into mail_suppressions (address_hash, reason, at) values ('${(id += 1)}', 'bounce', ${at})`,
    decidedReports: (at) =>
      `insert into reports (user_id, subject_type, subject_id, reason, created_at, decided_at, outcome)
        values (1, 'event', 1, 'spam', 1, ${at}, 'acted')`,
    securityEvents: (at) => `insert into security_events (at, kind) values (${at}, 'sign_in')`,
    clientErrors: (at) =>
      `insert into client_errors (message, route, build, at) values ('m', '/', 'b', ${at})`,
  }

  function delivery(at: number, channel: string, status: string): string {
    return `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
      values ('${(id += 1)}', 1, '${channel}', 'reminder', '{}', '${status}', ${at}, 1)`
  }

  async function rowsOf(name: keyof typeof retentionRules): Promise<number> {
    const { table } = retentionRules[name]
    const ended = getTableName(table) === 'sessions' ? 'where id <> 99' : ''
    const [row] = await database.query<{ rows: number }>(
      `select count(*) as rows from ${getTableName(table)} ${ended}`,
    )
    return row?.rows ?? 0
  }

  test.each(Object.keys(inserts) as (keyof typeof inserts)[])('go: %s [abuse 26]', async (name) => {
    const term = retentionRules[name].days * dayMs
    await database.query(inserts[name](now - term - 3_600_000))
    await database.query(inserts[name](now - term + 3_600_000))
    const before = await rowsOf(name)
    await run()
    expect(await rowsOf(name)).toBe(before - 1)
  })

  test('go although there are more than one statement deletes', async () => {
    await database.query(
      `insert into client_errors (message, route, build, at)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)
        select 'many', '/', 'b', 1 from n`,
    )
    const left = (await rowsOf('clientErrors')) - 2500
    await run()
    expect(await rowsOf('clientErrors')).toBe(left)
  })

  test('stay while a message still waits, however old', async () => {
    await database.query(delivery(1, 'email', 'pending'))
    const before = await rowsOf('sentMessages')
    await run()
    expect(await rowsOf('sentMessages')).toBe(before)
  })

  test('are found by an index where the table is large', async () => {
    const plan = await database.query<{ detail: string }>(
      `explain query plan select rowid from deliveries where deliveries.status in ('sent', 'stopped')
        and (deliveries.channel = 'in_app') = 0 and deliveries.next_at < 5 limit 1000`,
    )
    expect(plan.map(({ detail }) => detail).join()).toContain('deliveries_ended')
  })
})
