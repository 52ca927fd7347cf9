import { readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeArchive } from '#local/backup/archive.ts'
import { openLocalMedia, type MediaStoreHandle } from '#local/backup/media-store.ts'
import { restoreArchive } from '#local/backup/restore-archive.ts'
import { takeSnapshot } from '#local/backup/snapshot.ts'
import { verifyBackup } from '#local/backup/verify-backup.ts'
import { openLocalDatabase, type LocalDatabase } from '#local/database.ts'
import {
  startTemporaryServer,
  type TemporaryServer,
} from '#tests/support/fixtures/temporary-server.ts'
import { noProgress } from '#local/progress.ts'
import { startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'
import { insertFullMember } from '#tests/support/factories/full-member.ts'

const folder = mkdtempSync(join(tmpdir(), 'hypecal-backup-'))
const file = join(folder, 'demo.ndjson.gz')
/** Longer than what is written at once, and no text. */
const picture = Uint8Array.from({ length: 150_001 }, (_, index) => (index * 7919) % 256)
const key = `uploads/${'a'.repeat(8)} (1).png`

let worker: TestWorker
let media: MediaStoreHandle
let servers: TemporaryServer[] = []

/** The demo set, a member with a row in every table, and two pictures. */
beforeAll(async () => {
  worker = await startTestWorker({}, [], { demo: true })
  await insertFullMember(worker)
  await run(worker.environment.db, [
    'insert into articles (slug, title, markdown, status, author_name, created_at, updated_at)' +
      ` values ('odd', char(8232) || '"\\' || char(10), char(0) || 'é🎮', 'draft', '', 1, 9007199254740991)`,
    'delete from hypes where user_id = (select max(user_id) from hypes)',
    "update sqlite_sequence set seq = 123456 where name = 'deals'",
  ])
  media = await openLocalMedia(join(folder, 'from'))
  await media.store.write(key, 'image/png', picture)
  await media.store.write('uploaders/1/a.png', 'application/octet-stream', new Uint8Array())
  await writeArchive(file, 1, takeSnapshot(worker.environment.db, media.store))
})
afterAll(async () => {
  await Promise.all([worker.close(), media.close(), ...servers.map((server) => server.remove())])
  servers = []
  rmSync(folder, { recursive: true, force: true })
})

async function run({ $client }: LocalDatabase, statements: string[]): Promise<void> {
  await $client.migrate(statements)
}

async function openEmpty(): Promise<LocalDatabase> {
  const server = await startTemporaryServer()
  servers.push(server)
  return openLocalDatabase({ url: server.url, authToken: undefined })
}

async function rowsOf({ $client }: LocalDatabase, sql: string): Promise<unknown[]> {
  const { rows } = await $client.execute(sql)
  return rows.map((row) => ({ ...row }))
}

async function tableNames(db: LocalDatabase): Promise<string[]> {
  const { rows } = await db.$client.execute(
    `select name from pragma_table_list where schema = 'main' and type = 'table' order by name`,
  )
  return rows.map((row) => String(row['name']))
}

describe('a restored backup', () => {
  let db: LocalDatabase
  let restored: MediaStoreHandle
  beforeAll(async () => {
    db = await openEmpty()
    restored = await openLocalMedia(join(folder, 'to'))
    await restoreArchive(file, db, restored.store)
  })
  afterAll(() => restored.close())

  test('has every row of every table, the ids given out, and the migrations', async () => {
    const names = await tableNames(worker.environment.db)
    expect(names).toEqual(expect.arrayContaining(['users', 'deliveries', '__drizzle_migrations']))
    for (const name of names.filter((one) => one !== '__drizzle_migrations')) {
      const sql = `select * from "${name}" order by 1, 2`
      const expected = await rowsOf(worker.environment.db, sql)
      expect([name, await rowsOf(db, sql)]).toEqual([name, expected])
    }
    const migrations = 'select hash, created_at from __drizzle_migrations order by created_at'
    expect(await rowsOf(db, migrations)).toEqual(await rowsOf(worker.environment.db, migrations))
  })

  test('has the schema, with all triggers', async () => {
    const schema = `select type, name, sql from sqlite_master where sql is not null order by type, name`
    expect(await rowsOf(db, schema)).toEqual(await rowsOf(worker.environment.db, schema))
  })

  test('finds by the same search', async () => {
    const searches = [
      'select cast(rowid as text) as id from search_names(\'zq* OR a* OR "g"*\') order by rowid',
      `select rowid as id from search_word_parts('spe') order by rowid`,
    ]
    for (const sql of searches) {
      const expected = await rowsOf(worker.environment.db, sql)
      expect(expected.length).toBeGreaterThan(5)
      expect(await rowsOf(db, sql)).toEqual(expected)
    }
  })

  test('counts what happens afterwards as before', async () => {
    const hypes = "select id, hype_count from events where status = 'approved' order by id limit 1"
    const [event] = (await rowsOf(db, hypes)) as { id: number; hype_count: number }[]
    const one = `insert into users (username, username_key, created_at) values ('late', 'late', 1)`
    await db.$client.execute(one)
    await db.$client.execute(
      `insert into hypes (event_id, user_id, created_at)
        select ${event?.id}, id, 1 from users where username = 'late'`,
    )
    expect(await rowsOf(db, hypes)).toEqual([
      { id: event?.id, hype_count: (event?.hype_count ?? 0) + 1 },
    ])
  })

  test('has the bytes and types of all pictures', async () => {
    const keys: string[] = []
    for await (const object of restored.store.list()) keys.push(object.key)
    expect(keys).toEqual(['uploaders/1/a.png', key])
    const { type, bytes } = await restored.store.read(key)
    const parts: Uint8Array[] = []
    for await (const part of bytes) parts.push(part)
    expect(type).toBe('image/png')
    expect(Buffer.concat(parts).equals(picture)).toBe(true)
  })
})

test('a backup is verified against a copy of its own', async () => {
  await expect(verifyBackup(file)).resolves.toBeUndefined()
})

test('a backup holds no key', () => {
  const text = gunzipSync(readFileSync(file)).toString()
  const { JWT_SECRET = '', ENCRYPTION_KEY = '' } = worker.environment.vars
  expect(JWT_SECRET).not.toBe('')
  expect(text).not.toContain(JWT_SECRET)
  expect(text).not.toContain(ENCRYPTION_KEY)
})

test('a restore that is stopped leaves the database empty, and can be repeated', async () => {
  const db = await openEmpty()
  const stopping = new AbortController()
  const stopped = new Error('stopped')
  // The pictures come last.
  const stopper = { ...media.store, write: async () => stopping.abort(stopped) }
  const progress = { ...noProgress, signal: stopping.signal }
  await expect(restoreArchive(file, db, stopper, { progress })).rejects.toBe(stopped)
  const left = "select name from sqlite_master where name not like 'sqlite%'"
  expect(await rowsOf(db, left)).toEqual([])
  await restoreArchive(file, db, undefined)
  expect(await tableNames(db)).toEqual(await tableNames(worker.environment.db))
})

describe('nothing is restored', () => {
  const refused = (name: string, content: Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const changed = (change: (text: string) => string) =>
    gzipSync(change(gunzipSync(readFileSync(file)).toString()))

  test('into a database that is not empty', async () => {
    await expect(restoreArchive(file, worker.environment.db, media.store)).rejects.toThrow(
      'the database is not empty',
    )
  })

  test.each([
    ['cut in the middle', () => readFileSync(file).subarray(0, 20_000), 'cut off or damaged'],
    [
      'without its last line',
      () => changed((text) => text.split('\n').slice(0, -2).join('\n')),
      'is cut off',
    ],
    [
      'with a changed row',
      () => changed((text) => text.replace('image/png', 'image/gif')),
      'wrong checksum',
    ],
    [
      'with a damaged line',
      () => changed((text) => text.replace('\n{"table":', '\n{"tab}le":')),
      'with a damaged line.gz is damaged',
    ],
    ['of another kind', () => gzipSync('{"rows":1}\n{"rows":2}\n'), 'is no backup'],
    [
      'of a newer format',
      () => changed((text) => text.replace('"format":1', '"format":2')),
      'format of another release',
    ],
    [
      'with the schema of another release',
      () => changed((text) => text.replace(/"hash":"\w{4}/, '"hash":"0000')),
      'schema of another release',
    ],
  ])('from a file %s', async (name, content, reason) => {
    const db = await openEmpty()
    const path = refused(`${name}.gz`, content())
    await expect(restoreArchive(path, db, media.store)).rejects.toThrow(reason)
    expect(await tableNames(db)).toEqual(['sqlite_schema'])
  })
})
