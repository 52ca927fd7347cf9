import Database from 'libsql'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openMigratedDatabase, serveDatabase } from '../local/database.ts'
import { openSecrets } from '../local/secrets.ts'
import { tablesOf, type Table } from './scale-set.ts'
import { scales, type Row, type ScaleName } from './scale.ts'

const rowsAtOnce = 20_000
const projectFolder = fileURLToPath(new URL('..', import.meta.url))
const folders: Record<ScaleName, string> = { large: '.data/bench', small: '.data/bench-small' }

function markerOf(dataDir: string): string {
  return join(dataDir, 'scale.json')
}

/** Generates the set if it is missing. */
export async function findScaleSet(name: ScaleName): Promise<string> {
  const dataDir = join(projectFolder, folders[name])
  if (!existsSync(markerOf(dataDir))) await seed(dataDir, name)
  return dataDir
}

/** Deletes an existing database of the folder. */
async function seed(dataDir: string, name: ScaleName): Promise<void> {
  const began = performance.now()
  for (const old of [markerOf(dataDir), join(dataDir, 'db')]) {
    rmSync(old, { recursive: true, force: true })
  }
  await migrateEmpty(dataDir)
  const database = new Database(join(dataDir, 'db', 'hypecal.db'))
  database.exec('pragma synchronous = off; pragma cache_size = -200000; pragma foreign_keys = on')
  for (const table of tablesOf(scales[name])) insert(database, table)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  writeFileSync(markerOf(dataDir), `${JSON.stringify(scales[name], null, 2)}\n`)
  console.log(`The ${name} set is in ${dataDir} after ${secondsSince(began)} s.`)
}

async function migrateEmpty(dataDir: string): Promise<void> {
  const { database: authToken } = openSecrets(dataDir)
  const server = await serveDatabase(dataDir, authToken)
  await openMigratedDatabase({ url: server.url, authToken })
  await server.close()
}

/** With all triggers, so that counts and search match the rows. */
function insert(database: Database.Database, { name, columns, rows }: Table): void {
  const began = performance.now()
  const values = columns.split(',').map((_, index) => `value ->> ${index}`)
  const statement = database.prepare(
    `insert into ${name} (${columns}) select ${values.join(', ')} from json_each(?)`,
  )
  let inserted = 0
  for (const chunk of chunksOf(rows)) {
    statement.run(JSON.stringify(chunk))
    inserted += chunk.length
  }
  console.log(`${name.padEnd(20)}${String(inserted).padStart(9)} rows, ${secondsSince(began)} s`)
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

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { small: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const name = values.small ? 'small' : 'large'
  await seed(positionals[0] ?? join(projectFolder, folders[name]), name)
}
