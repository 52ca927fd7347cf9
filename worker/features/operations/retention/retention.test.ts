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
import {
  formatRetentionTerm,
  monthsBefore,
  retentionTerms,
  type RetentionTerm,
} from '#worker/contracts/retention-terms.ts'
import { languageTags, locales } from '#worker/locale/locales.ts'
import {
  renderRetentionTable,
  retentionLabels,
} from '#site/features/articles/content/retention-table.ts'
import { retentionExemptTables } from './exempt.ts'
import { deleteExpiredRows } from './retention.ts'
import { retentionRules, retentionStart, type RetentionRule } from './retention-rules.ts'

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
    const stale = Object.keys(retentionExemptTables).filter((name) => !names.includes(name))
    expect(stale).toEqual([])
  })
})

describe.each(locales)('the privacy page in %s', (locale) => {
  const table = String(renderRetentionTable(locale))
  const told = [...table.matchAll(/<td>([^<]*)<\/td>\s*<td>([^<]*)<\/td>/g)]

  /** Terms without a row that names them and their figure. */
  function findUntold(terms: Record<string, RetentionTerm>): string[] {
    const rows = told.map(([, label = '', figure = '']) => [unescape(label), figure].join())
    return Object.entries(terms).flatMap(([name, term]) => {
      const label = retentionLabels[name as keyof typeof retentionLabels]?.({}, { locale })
      const figure = formatRetentionTerm(term, languageTags[locale])
      return label && rows.includes([label, figure].join()) ? [] : [name]
    })
  }
  const unescape = (text: string) => text.replaceAll('&#39;', "'").replaceAll('&amp;', '&')

  test('has a row for each term, with the figure that the jobs apply', () => {
    expect(findUntold(retentionTerms)).toEqual([])
    expect(told).toHaveLength(Object.keys(retentionTerms).length)
    const text = readFileSync(`site/content/privacy-policy/${locale}.md`, 'utf8')
    expect(text.split('\n')).toContain('{terms}')
    for (const [, label = ''] of told) expect(unescape(label)).not.toMatch(/\d/)
  })

  test('lacks a planted term, and tells a changed one wrongly', () => {
    const planted = { ...retentionTerms, planted: { days: 3 }, clientErrors: { days: 31 } }
    expect(findUntold(planted)).toEqual(['clientErrors', 'planted'])
  })

  test('tells how long others keep what the tables do not hold', () => {
    const text = readFileSync(`site/content/privacy-policy/${locale}.md`, 'utf8')
    const lines = text
      .split('\n')
      .filter((line) => /^- .*(?:\{operator\.\w+Days\}|\b4\b)/.test(line))
    const figures = lines.flatMap((line) => /\b4\b|\{\S+\}/.exec(line)?.[0] ?? [])
    expect(figures).toEqual([
      '{operator.logDays}',
      '{operator.backupDays}',
      '{operator.logDays}',
      '{operator.mailDays}',
      '4',
    ])
    // The term of the queue that takes what failed too often.
    expect(readFileSync('docs/deployment.md', 'utf8')).toContain('stays there for four days')
  })

  test('gives the same figures where it tells of addresses', () => {
    const plain = (text: string) => text.replaceAll(/\s/g, ' ')
    const text = plain(readFileSync(`site/content/privacy-policy/${locale}.md`, 'utf8'))
    const { rateLimitCounters, networkHashes } = retentionTerms
    const figures = [rateLimitCounters, networkHashes].map((term) =>
      plain(formatRetentionTerm(term, languageTags[locale])),
    )
    const [ofAddress = '', ofCounters = ''] = text
      .split(/ - | {2}/)
      .filter((part) => /\bIP\b/.test(part))
    expect(ofAddress.match(/\d+ \p{L}+/gu)).toEqual(figures)
    expect(ofCounters.match(/\d+ \p{L}+/gu)).toEqual(figures.slice(0, 1))
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
    pushReceipts: (at) =>
      `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, read_at, created_at)
        values ('${(id += 1)}', 1, 'push', 'reminder', '{}', 'sent', ${now}, ${at}, 1)`,
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
        values ('${(id += 1)}', '${id}', 1, ${at + dayMs})`,
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
    networkHashes: (at) =>
      `insert into security_events (at, kind, network) values (${at}, 'sign_in', 'x')`,
    memberDecisions: (at) => auditEntry(at, 'user', 'deactivate'),
    reportDecisions: (at) => auditEntry(at, 'event', 'resolve_reports'),
    unapprovedProposals: (at) => event({ status: 'rejected', reviewed_at: at }),
    moderatorNotes: (at) =>
      event({ status: 'approved', approved_at: 1, end_at: at, moderator_note: 'a note' }),
    broadcastTitles: (at) =>
      `insert into event_broadcasts (event_id, platform, name_key, is_on_air, polled_at, fresh_until, title)
        values (1, 'twitch', '${(id += 1)}', 1, ${at}, 1, 'Live')`,
    answeredAppeals: (at) =>
      `insert into appeals (entry_id, language, text, created_at, answered_at)
        select max(id), 'en', 'text', 1, ${at} from audit_entries
        where id not in (select entry_id from appeals)`,
    unusedStreamers: (at) => streamer({ created_at: at }),
    withdrawals: (at) => `insert into withdrawals (kind, at) values ('picture', ${at})`,
    lateness: (at) => lateness(at, 0),
    eventLateness: (at) => lateness(at, 1),
    incidents: (at) =>
      `insert into incidents (kind, opened_at, closed_at) values ('server_errors', 1, ${at})`,
    clientErrors: (at) =>
      `insert into client_errors (message, route, build, at) values ('m', '/', 'b', ${at})`,
  }

  function lateness(at: number, eventId: number): string {
    return `insert into delivery_lateness (day, channel, kind, mark, event_id, counts)
      values (${at} / 86400000.0, 'email', '${(id += 1)}', 1, ${eventId}, '[]')`
  }

  function delivery(at: number, channel: string, status: string): string {
    return `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
      values ('${(id += 1)}', 1, '${channel}', 'reminder', '{}', '${status}', ${at}, 1)`
  }

  const auditEntry = (at: number, subject: string, act: string) =>
    `insert into audit_entries (act, subject_type, subject_id, at) values ('${act}', '${subject}', 1, ${at})`

  function event(values: Record<string, string | number | null>): string {
    const key = (id += 1)
    const row = { slug: `${key}`, end_at: 2, proposer_id: 1, approved_at: null, reviewed_at: null }
    const all = { moderator_note: null, withdrawn_at: null, ...row, ...values }
    const cells = Object.values(all).map((value) =>
      typeof value === 'string' ? `'${value}'` : value,
    )
    return `insert into events (${Object.keys(all).join()}, name, start_at, timezone, time_certainty,
        language, platform, category, proof_url, created_at, updated_at, series_name)
      values (${cells.map(String).join()}, 'e', 1, 'UTC', 'exact', 'en', 'twitch', 'other', 'https://x.example', 1, 1, 'e')`
  }

  const streamer = (values: Record<string, number>) =>
    `insert into streamers (display_name, name_key, ${Object.keys(values).join()})
      values ('s', '${(id += 1)}', ${Object.values(values).join()})`

  async function rowsOf(name: keyof typeof retentionRules): Promise<number> {
    const { table, empties }: RetentionRule = retentionRules[name]
    const [emptied] = Object.keys(empties ?? {})
    const column = emptied && getTableColumns(table)[emptied]?.name
    const ended = getTableName(table) === 'sessions' ? 'where id <> 99' : ''
    const [row] = await database.query<{ rows: number }>(
      `select count(${column ?? '*'}) as rows from ${getTableName(table)} ${ended}`,
    )
    return row?.rows ?? 0
  }

  test.each(Object.keys(inserts) as (keyof typeof inserts)[])('go: %s [abuse 26]', async (name) => {
    const start = retentionStart(name, now)
    await database.query(inserts[name](start - 3_600_000))
    await database.query(inserts[name](start + 3_600_000))
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

  test('stay where they belong to the agenda, to a source or to other decisions', async () => {
    await database.query(
      `insert into users (id, username, username_key, created_at) values (2, 'b', 'b', 1)`,
    )
    await database.query(
      `insert into streamers (id, display_name, name_key, created_at) values (1, 's', 's', 1)`,
    )
    await database.query(
      event({ slug: 'once', status: 'disabled', approved_at: 1, reviewed_at: 1 }),
    )
    await database.query(event({ slug: 'waits', status: 'pending' }))
    await database.query(event({ slug: 'withdrawn', status: 'disabled', withdrawn_at: now - 10 }))
    await database.query(event({ slug: 'gone', status: 'disabled', withdrawn_at: 10 }))
    await database.query(auditEntry(1, 'event', 'approve'))
    await run()
    expect(
      await database.query(
        `select slug from events where slug in ('once', 'waits', 'withdrawn', 'gone')`,
      ),
    ).toEqual([{ slug: 'once' }, { slug: 'waits' }, { slug: 'withdrawn' }])
    expect(await database.query(`select 1 from audit_entries where act = 'approve'`)).toHaveLength(
      1,
    )
  })

  test('stay where an event, a follower, an account or the front page needs the streamer', async () => {
    await database.query('delete from streamers')
    for (const [column, value] of [
      ['user_id', 1],
      ['featured_at', 1],
      ['id', 71],
      ['id', 72],
      ['id', 73],
      ['id', 74],
    ] as const) {
      await database.query(streamer({ created_at: 1, [column]: value }))
    }
    await database.query(`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
      values (74, 'twitch', 'Host', 'host', 1)`)
    await database.query(
      event({ slug: 'hosted', status: 'approved', approved_at: 1, streaming_account_name: 'Host' }),
    )
    await database.query(
      'insert into streamer_follows (streamer_id, user_id, created_at) values (71, 1, 1)',
    )
    await database.query(
      `insert into event_participants (event_id, position, display_name, streamer_id) values (1, 9, 's', 72)`,
    )
    await run()
    expect(await database.query('select id from streamers where id > 70')).toEqual([
      { id: 71 },
      { id: 72 },
      { id: 74 },
    ])
    expect(await database.query('select id from streamers where id < 70')).toHaveLength(2)
  })

  test('of months end on the same day of the month, or on its last', () => {
    expect(monthsBefore(Date.UTC(2027, 2, 31, 9), 1)).toBe(Date.UTC(2027, 1, 28, 9))
    expect(monthsBefore(Date.UTC(2027, 5, 1), 24)).toBe(Date.UTC(2025, 5, 1))
    expect(monthsBefore(Date.UTC(2028, 1, 29), 12)).toBe(Date.UTC(2027, 1, 28))
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
