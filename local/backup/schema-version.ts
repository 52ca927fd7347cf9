import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { migrate, migrationsFolder, type LocalDatabase } from '#local/database.ts'
import { UserError } from '#local/reason.ts'

/** The newest migration of a database: when it was written, and the hash of its text. */
export const SchemaVersion = v.object({ writtenAt: v.number(), hash: v.string() })
export type SchemaVersion = v.InferOutput<typeof SchemaVersion>

const Journal = v.looseObject({
  entries: v.array(v.looseObject({ when: v.number(), tag: v.string() })),
})

function readMigrationJournal() {
  const text = readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')
  return v.parse(Journal, JSON.parse(text))
}

function hashMigration(tag: string): string {
  const text = readFileSync(join(migrationsFolder, `${tag}.sql`))
  return createHash('sha256').update(text).digest('hex')
}

export function readFirstSchemaVersion(): SchemaVersion {
  const [firstMigration] = readMigrationJournal().entries
  if (!firstMigration) throw new Error('there is no migration')
  return { writtenAt: firstMigration.when, hash: hashMigration(firstMigration.tag) }
}

export async function readSchemaVersion({ $client }: LocalDatabase): Promise<SchemaVersion> {
  const { rows } = await $client
    .execute(
      'select created_at, hash from __drizzle_migrations order by created_at desc, id desc limit 1',
    )
    .catch((error: Error) => {
      throw new UserError('the database has no schema of Hypecal', { cause: error })
    })
  const [row] = rows
  if (!row) throw new UserError('the database has no schema of Hypecal')
  return { writtenAt: Number(row['created_at']), hash: String(row['hash']) }
}

/** @throws UserError for a schema that the migrations of this release do not make */
export function assertKnownSchema({ writtenAt, hash }: SchemaVersion): void {
  const entry = readMigrationJournal().entries.find(({ when }) => when === writtenAt)
  if (entry && hashMigration(entry.tag) === hash) return
  throw new UserError('the backup has a schema of another release: restore it with that release')
}

export async function migrateToVersion(
  db: LocalDatabase,
  { writtenAt }: SchemaVersion,
): Promise<void> {
  const journal = readMigrationJournal()
  const entries = journal.entries.filter(({ when }) => when <= writtenAt)
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-migrations-'))
  try {
    mkdirSync(join(folder, 'meta'))
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) {
      cpSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
    }
    await migrate(db, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
