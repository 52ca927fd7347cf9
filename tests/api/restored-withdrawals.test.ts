import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { R2Bucket } from '@cloudflare/workers-types'
import { describe, expect, vi } from 'vitest'
import { writeArchive } from '#local/backup/archive.ts'
import { createBucketStore } from '#local/backup/media-store.ts'
import { pseudonymise } from '#local/backup/pseudonymise.ts'
import { restoreArchive } from '#local/backup/restore-archive.ts'
import { takeSnapshot } from '#local/backup/snapshot.ts'
import {
  applyJournal,
  journalFileOf,
  readJournal,
  writeJournalFile,
} from '#local/backup/withdrawal-journal.ts'
import { openLocalDatabase, type LocalDatabase } from '#local/database.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertFullMember, type FullMember } from '#tests/support/factories/full-member.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { MemoryBucket } from '#tests/support/fakes/memory-bucket.ts'
import {
  startTemporaryServer,
  type TemporaryServer,
} from '#tests/support/fixtures/temporary-server.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import type { Ctx, System } from '#worker/context.ts'
import { operator } from '#worker/contracts/operator.ts'
import { journalPrefix } from '#worker/features/operations/journal/journal.ts'
import {
  deleteExpiredJournal,
  storeWithdrawals,
} from '#worker/features/operations/journal/store-journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'hypecal-withdrawals-'))
const archive = join(folder, 'backup.ndjson.gz')
const servers: TemporaryServer[] = []
let leaver: FullMember
let doubter: Member & { webhook: string }
let newcomer: Member
let shyId: number

test.beforeAll(async () => {
  leaver = await insertFullMember(worker)
  doubter = await createMember(worker, { marketingOptIn: true, channels: ['discord'] })
  const { token } = doubter
  await worker.call('PUT', 'users/me/settings', { token, body: { is_shown_on_hypes: true } })
  const feed = await worker.call('POST', 'users/me/calendar_feeds', {
    token,
    body: { scope: 'both' },
  })
  expect(feed.status).toBeLessThan(300)
  await worker.sql`insert into opt_outs (platform, name_key, platform_id, created_at)
    values ('twitch', 'opted-channel', 'opted-id', 1), ('', 'opted-name', null, 1)`
  await worker.sql`insert into streamers (display_name, name_key, created_at, unlisted_at)
    values ('opted-streamer', 'opted-streamer', 1, 1)`
  await worker.sql`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
    select id, 'twitch', 'opted-account', 'opted-account', 1 from streamers where unlisted_at is not null`
  await worker.sql`update users set digest = 'daily', digest_next_at = 1 where id = ${doubter.userId}`
  await worker.sql`insert into platform_pictures (kind, platform, subject, path)
    values ('channel', 'twitch', 'shy_one', 'platforms/shy.png')`
  shyId = await insertStreamer(worker, 'Shy Since')
  await insertAccount(worker, shyId, 'shy_since')
  const event = await createEvent(worker, { name: 'Guests of Since' })
  await worker.sql`insert into event_participants (event_id, position, display_name)
    values (${event.id}, 7, 'Guest  Since'), (${event.id}, 8, 'Guest Still')`
  await writeArchive(archive, 1, takeSnapshot(worker.environment.db, undefined))
  newcomer = await createMember(worker)
  for (const { token, username } of [leaver, newcomer]) {
    const left = await worker.call('DELETE', 'users/me', { token, body: { username } })
    expect(left.status).toBe(204)
  }
  const switches = { is_on_leaderboard: false, is_shown_on_hypes: false, is_gamified: false }
  await worker.call('PUT', 'users/me/settings', { token, body: switches })
  await worker.call('PUT', 'users/me/marketing', { token, body: { is_marketing: false } })
  await worker.call('DELETE', 'users/me/discord_webhook', { token })
  await worker.sql`delete from calendar_feeds where user_id = ${doubter.userId}`
  await worker.sql`insert into notification_channels values (${doubter.userId}, 'reminder', 'email', 0)`
  await worker.sql`update users set digest = 'off', digest_next_at = null where id = ${doubter.userId}`
  await worker.sql`update platform_pictures set removed_at = 7, removed_by = 'owner', path = null
    where subject = 'shy_one'`
  await worker.sql`insert into opt_outs (platform, name_key, platform_id, created_at)
    values ('twitch', 'shy_since', 'id-since', 7), ('', 'guest since', null, 7)`
  await writeJournalFile(worker.environment.db, journalFileOf(archive))
})
test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.remove()))
  rmSync(folder, { recursive: true, force: true })
})

async function openEmpty(): Promise<LocalDatabase> {
  const server = await startTemporaryServer()
  servers.push(server)
  return openLocalDatabase({ url: server.url, authToken: undefined })
}

async function rowOf({ $client }: LocalDatabase, sql: string, ...args: (string | number)[]) {
  const { rows } = await $client.execute({ sql, args })
  return rows[0] && { ...rows[0] }
}

const readCopy = async () =>
  (await readJournal({ media: undefined, files: [journalFileOf(archive)] }))!

describe('a backup that is restored with the journal', () => {
  let db: LocalDatabase
  let applied: Awaited<ReturnType<typeof applyJournal>>
  test.beforeAll(async () => {
    db = await openEmpty()
    await restoreArchive(archive, db, undefined, {
      finish: async () => {
        const person = `select count(*) as people from users where id = ?`
        expect(await rowOf(db, person, leaver.userId)).toEqual({ people: 1 })
        // Somebody else, who got the number of one who joined and left after the backup.
        await db.$client.execute({
          sql: `insert into users (id, username, username_key, created_at) values (?, 'n', 'n', 1)`,
          args: [newcomer.userId],
        })
        applied = await applyJournal(db, undefined, await readCopy())
      },
    })
  })

  test('has not who deleted their account since, nor anything of them', async () => {
    expect(applied.erased).toBe(1)
    const [text, own] = [leaver.username, leaver.userId]
    const sql = `select (select count(*) from users where username = ?) as people,
      (select count(*) from hypes where user_id = ?2) as hypes,
      (select count(*) from sessions where user_id = ?2) as sessions,
      (select proposer_id from events where id = ?3) as proposer`
    expect(await rowOf(db, sql, text, own, leaver.approvedId)).toEqual({
      people: 0,
      hypes: 0,
      sessions: 0,
      proposer: null,
    })
  })

  test('takes nobody else for them', async () => {
    const sql = 'select username from users where id = ?'
    expect(await rowOf(db, sql, newcomer.userId)).toEqual({ username: 'n' })
  })

  test('keeps consents, switches, webhooks and calendars taken back', async () => {
    const sql = `select is_marketing, is_on_leaderboard, is_shown_on_hypes, is_gamified, discord_webhook, digest,
        (select is_given from marketing_consents where user_id = users.id order by id desc) as consent,
        (select is_enabled from notification_channels where user_id = users.id) as reminders,
        (select count(*) from calendar_feeds where user_id = users.id) as feeds
      from users where id = ?`
    const withdrawn = {
      is_marketing: 0,
      is_on_leaderboard: 0,
      is_shown_on_hypes: 0,
      is_gamified: 0,
      discord_webhook: null,
      digest: 'off',
      consent: 0,
      reminders: 0,
      feeds: 0,
    }
    expect(await rowOf(db, sql, doubter.userId)).toEqual(withdrawn)
    expect(applied.withdrawn).toBeGreaterThanOrEqual(9)
  })

  test('lists nobody who asked since not to be listed', async () => {
    const sql = `select (select unlisted_at is not null from streamers where id = ?) as unlisted,
      (select platform_id from opt_outs where platform = 'twitch' and name_key = 'shy_since') as channel,
      (select group_concat(display_name) from event_participants where position in (7, 8)) as guests`
    expect(await rowOf(db, sql, shyId)).toEqual({
      unlisted: 1,
      channel: 'id-since',
      guests: 'Guest Still',
    })
  })

  test('shows no picture that was removed since', async () => {
    const sql = `select path, removed_by, removed_at > 0 as removed from platform_pictures
      where subject = ?`
    expect(await rowOf(db, sql, 'shy_one')).toEqual({ path: null, removed_by: 'owner', removed: 1 })
  })

  test('remembers it for the next restore, under numbers of its own', async () => {
    const { entries } = await readCopy()
    const highest = Math.max(...entries.map(({ id }) => id))
    const sql = 'select min(id) > ? as isLater from withdrawals where stored_at is null and id > ?'
    expect(await rowOf(db, sql, highest, highest)).toEqual({ isLater: 1 })
  })
})

describe('npm run restore', () => {
  async function restore(...options: string[]) {
    const server = await startTemporaryServer()
    servers.push(server)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: { restore: string }
    }
    const [, ...command] = scripts.restore.split(' ')
    const args = [...command, '--from', archive, '--without-media', ...options]
    const env = { ...process.env, DATABASE_URL: server.url, DATABASE_AUTH_TOKEN: '' }
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve(`${error ? 'failed ' : ''}${stdout}${stderr}`),
      )
    })
    return { output, db: openLocalDatabase({ url: server.url, authToken: undefined }) }
  }
  const tables = `select count(*) as tables from sqlite_master where name = 'users'`

  test(
    'restores nothing without a journal, and says what to name',
    { timeout: 60_000 },
    async () => {
      const { output, db } = await restore()
      expect(output).toMatch(/^failed .*there is no journal of deletions and withdrawals/s)
      expect(await rowOf(db, tables)).toEqual({ tables: 0 })
    },
  )

  test('says how many it deleted and took back again', { timeout: 60_000 }, async () => {
    const { output, db } = await restore('--journal', journalFileOf(archive))
    expect(output).toMatch(/^(?!failed).*Since the backup: 1 deleted again, \d+ withdrawn again\./s)
    const sql = 'select count(*) as people from users where id = ?'
    expect(await rowOf(db, sql, leaver.userId)).toEqual({ people: 0 })
  })
})

test('a copy for staging names nobody, and has nothing to send', async () => {
  const db = await openEmpty()
  const finish = () => pseudonymise(db)
  await restoreArchive(archive, db, undefined, { finish })
  expect(
    await rowOf(db, 'select count(distinct name_key) as names, count(*) as rows from opt_outs'),
  ).toEqual({ names: 3, rows: 3 })
  const tables = await db.$client.execute(`select name from sqlite_master where type = 'table'
    and name not like 'search_%' and name not like 'sqlite_%'`)
  const dumped: unknown[] = []
  for (const { name } of tables.rows) {
    dumped.push((await db.$client.execute(`select * from "${String(name)}"`)).rows)
  }
  const text = JSON.stringify(dumped)
  for (const trace of [
    leaver.username,
    leaver.email,
    doubter.username,
    'secret-',
    'opted-',
    'mark-sessions',
  ]) {
    expect([trace, text.includes(trace)]).toEqual([trace, false])
  }
  const kept = [...new Set(text.match(/mark-[a-z_]+/g))].toSorted()
  // The agenda that anybody reads, and codes of ledgers and switches.
  expect(kept).toEqual([
    'mark-achievement_progress',
    'mark-articles',
    'mark-digest_items',
    'mark-event_channels',
    'mark-events',
    'mark-eventsapproved',
    'mark-game_follows',
    'mark-group_follows',
    'mark-hypes',
    'mark-leaderboard_entries',
    'mark-notification_channels',
    'mark-own_reminders',
    'mark-streamer_follows',
    'mark-trust_entries',
    'mark-unlocked_achievements',
    'mark-xp_entries',
  ])
  const left = `select (select count(*) from users) > 2 as people,
    (select count(*) from deliveries) + (select count(*) from push_subscriptions) as sendings`
  expect(await rowOf(db, left)).toEqual({ people: 1, sendings: 0 })
})

describe('the journal', () => {
  test('of another installation is refused before anything is written', async () => {
    const db = await openEmpty()
    const written = vi.spyOn(db.$client, 'migrate')
    const options = { installation: 'another' }
    await expect(restoreArchive(archive, db, undefined, options)).rejects.toThrow(
      'of another installation',
    )
    expect(written).not.toHaveBeenCalled()
    const { installation } = await readCopy()
    await restoreArchive(archive, db, undefined, { installation })
    expect(await rowOf(db, 'select identifier from installation')).toEqual({
      identifier: installation,
    })
  })

  test('is none where the bucket has none, and no text', async () => {
    const media = createBucketStore(new MemoryBucket() as unknown as R2Bucket)
    expect(await readJournal({ media, files: [] })).toBeUndefined()
    const file = join(folder, 'other.json')
    writeFileSync(file, 'no journal')
    await expect(readJournal({ media, files: [file] })).rejects.toThrow('is no journal')
  })

  test('goes to the bucket with the minute job, and is served to nobody', async () => {
    await worker.minute(Date.now())
    const [key] = await worker.mediaKeys(journalPrefix)
    expect(key).toMatch(/^private\/withdrawals\/\d{4}-.*\.json$/)
    expect((await worker.fetch(`/media/${key}`)).status).toBe(404)
    expect(await worker.sql`select 1 from withdrawals where stored_at is null`).toEqual([])
  })

  test('of the bucket has what the table has, numbers and no names of members, until backups have gone', async () => {
    const now = Date.now()
    const bucket = new MemoryBucket()
    const { db } = worker.environment
    const ctx = { db, now, media: bucket, actor: { kind: 'system' } } as unknown as Ctx<System>
    await worker.sql`update withdrawals set stored_at = null`
    await storeWithdrawals(ctx)
    const media = createBucketStore(bucket as unknown as R2Bucket)
    const journal = await readJournal({ media, files: [] })
    expect(journal).toEqual(await readCopy())
    expect(JSON.stringify(journal)).not.toMatch(/@|member-|secret/)
    await deleteExpiredJournal({ ...ctx, now: now + operator.backupDays * day })
    expect((await bucket.list({ prefix: journalPrefix })).objects).toHaveLength(1)
    await deleteExpiredJournal({ ...ctx, now: now + operator.backupDays * day + 1 })
    expect((await bucket.list({ prefix: journalPrefix })).objects).toHaveLength(0)
  })
})
