import Database from 'libsql'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readFirstSchemaVersion } from '../local/backup/schema-version.ts'
import { openMigratedDatabase, serveDatabase } from '../local/database.ts'
import { runLongCommand } from '../local/long-command.ts'
import type { Progress } from '../local/progress.ts'
import { readOrCreateSecrets } from '../local/secrets.ts'
import { expectedRows, listTables, type Table } from './scale-set.ts'
import { scales, type Row, type ScaleName } from './scale.ts'

const rowsAtOnce = 20_000
const projectFolder = fileURLToPath(new URL('..', import.meta.url))
const folders: Record<ScaleName, string> = { large: '.data/bench', small: '.data/bench-small' }

function markerOf(dataDir: string): string {
  return join(dataDir, 'scale.json')
}

/** Later migrations are applied to a set that is there; one from before the first is no use. */
function isOfThisSchema(dataDir: string): boolean {
  const marker = markerOf(dataDir)
  if (!existsSync(marker)) return false
  const { schema } = JSON.parse(readFileSync(marker, 'utf8')) as { schema?: string }
  return schema === readFirstSchemaVersion().hash
}

/** Generates the set if it is missing; ends the process if that fails or is stopped. */
export async function findScaleSet(name: ScaleName): Promise<string> {
  const dataDir = join(projectFolder, folders[name])
  if (!isOfThisSchema(dataDir)) await seed(dataDir, name)
  if (!isOfThisSchema(dataDir)) process.exit()
  return dataDir
}

function removeSet(dataDir: string): void {
  for (const old of [markerOf(dataDir), join(dataDir, 'db')]) {
    rmSync(old, { recursive: true, force: true })
  }
}

/** Deletes an existing database of the folder. */
function seed(dataDir: string, name: ScaleName): Promise<void> {
  return runLongCommand(
    {
      failure: 'Not seeded',
      stopped: 'Stopped; a set that was not whole is gone. Next: the same command',
    },
    async (progress) => {
      removeSet(dataDir)
      try {
        await fill(dataDir, name, progress)
      } catch (error) {
        removeSet(dataDir)
        throw error
      }
      writeFileSync(
        markerOf(dataDir),
        JSON.stringify({ ...scales[name], schema: readFirstSchemaVersion().hash }),
      )
    },
  )
}

async function fill(dataDir: string, name: ScaleName, progress: Progress): Promise<void> {
  const began = performance.now()
  await migrateEmpty(dataDir)
  const database = new Database(join(dataDir, 'db', 'hypecal.db'))
  try {
    database.exec('pragma synchronous = off; pragma cache_size = -200000; pragma foreign_keys = on')
    const expected = expectedRows(scales[name])
    for (const table of listTables(scales[name])) {
      progress.start(table.name, expected[table.name] ?? 0)
      await insert(database, table, progress)
    }
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
  progress.stop()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`The ${name} set is in ${dataDir} after ${seconds} s.`)
}

async function migrateEmpty(dataDir: string): Promise<void> {
  const { database: authToken } = readOrCreateSecrets(dataDir)
  const server = await serveDatabase(dataDir, authToken)
  await openMigratedDatabase({ url: server.url, authToken })
  await server.close()
}

/** With all triggers, so that counts and search match the rows. */
async function insert(
  database: Database.Database,
  { name, columns, rows }: Table,
  progress: Progress,
): Promise<void> {
  const values = columns.split(',').map((_, index) => `value ->> ${index}`)
  const statement = database.prepare(
    `insert into ${name} (${columns}) select ${values.join(', ')} from json_each(?)`,
  )
  for (const chunk of chunksOf(rows)) {
    // Between two chunks, which occupy the process, Ctrl-C is heard.
    await nextTurn()
    progress.signal.throwIfAborted()
    statement.run(JSON.stringify(chunk))
    progress.add(chunk.length)
  }
}

function* chunksOf(rows: Iterable<Row>): Iterable<Row[]> {
  let chunk: Row[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < rowsAtOnce) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { small: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const name = values.small ? 'small' : 'large'
  await seed(positionals[0] ?? join(projectFolder, folders[name]), name)
}
