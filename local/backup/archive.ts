import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'
import { UserError } from '#local/reason.ts'
import { SchemaVersion } from './schema-version.ts'

/** Record of an archive: a `table` is followed by its rows, an `object` by its bytes. */
export type ArchiveRecord =
  | ({ kind: 'schema' } & SchemaVersion)
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'row'; json: string }
  /** The highest id that each table ever gave out. */
  | { kind: 'sequences'; highest: Record<string, number> }
  | { kind: 'object'; key: string; type: string; size: number }
  | { kind: 'bytes'; base64: string }

const Counts = v.object({
  tables: v.record(v.string(), v.number()),
  objects: v.number(),
  bytes: v.number(),
})
export type Counts = v.InferOutput<typeof Counts>

const format = 1
const Header = v.object({
  backup: v.literal('hypecal'),
  format: v.number(),
  at: v.number(),
  schema: SchemaVersion,
})
const Manifest = v.object({ ...Counts.entries, sha256: v.string() })

const Marked = v.union([
  v.object({ table: v.string(), columns: v.array(v.string()) }),
  v.object({ sequences: v.record(v.string(), v.number()) }),
  v.object({ object: v.string(), type: v.string(), size: v.number() }),
])

/** Rows begin with a bracket and bytes with a quote: neither is parsed to tell them apart. */
function formatRecordLine(record: Exclude<ArchiveRecord, { kind: 'schema' }>): string {
  if (record.kind === 'row') return record.json
  if (record.kind === 'bytes') return `"${record.base64}"`
  const { kind, ...otherFields } = record
  if (kind === 'sequences') return JSON.stringify({ sequences: record.highest })
  if (kind === 'object') {
    return JSON.stringify({ object: record.key, type: record.type, size: record.size })
  }
  return JSON.stringify({
    table: record.name,
    columns: 'columns' in otherFields ? otherFields.columns : [],
  })
}

function parseRecordLine(file: string, line: string): ArchiveRecord {
  if (line.startsWith('[')) return { kind: 'row', json: line }
  if (line.startsWith('"')) return { kind: 'bytes', base64: line.slice(1, -1) }
  const marker = parseRecordJson(Marked, line)
  if (!marker) throw new UserError(`${file} is damaged: it has a line that is no record`)
  if ('table' in marker) return { kind: 'table', name: marker.table, columns: marker.columns }
  if ('sequences' in marker) return { kind: 'sequences', highest: marker.sequences }
  return { kind: 'object', key: marker.object, type: marker.type, size: marker.size }
}

function createRecordCounter() {
  const counts: Counts = { tables: {}, objects: 0, bytes: 0 }
  let table = ''
  let object = { key: '', missing: 0 }

  function endObject(): void {
    if (object.missing !== 0) throw new UserError(`${object.key} has not the size that is stated`)
  }

  return {
    add(record: ArchiveRecord): void {
      if (record.kind === 'bytes') {
        const bytes = Buffer.byteLength(record.base64, 'base64')
        counts.bytes += bytes
        object.missing -= bytes
        return
      }
      endObject()
      if (record.kind === 'table') {
        table = record.name
        counts.tables[table] = 0
      } else if (record.kind === 'row') counts.tables[table] = (counts.tables[table] ?? 0) + 1
      else if (record.kind === 'object') {
        counts.objects += 1
        object = { key: record.key, missing: record.size }
      }
    },
    end(): Counts {
      endObject()
      return counts
    },
  }
}

/** Compression works off each block on its own: one for each line would take most of the time. */
const blockLength = 64 * 1024

async function* toArchiveLines(
  records: AsyncIterable<ArchiveRecord>,
  at: number,
  onEnd: (counts: Counts) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const counter = createRecordCounter()
  let block = ''
  for await (const record of records) {
    counter.add(record)
    const { kind } = record
    const line =
      kind === 'schema'
        ? JSON.stringify({
            backup: 'hypecal',
            format,
            at,
            schema: { writtenAt: record.writtenAt, hash: record.hash },
          })
        : formatRecordLine(record)
    block += `${line}\n`
    if (block.length < blockLength) continue
    hash.update(block)
    yield block
    block = ''
  }
  hash.update(block)
  const counts = counter.end()
  yield `${block}${JSON.stringify({ ...counts, sha256: hash.digest('hex') })}\n`
  onEnd(counts)
}

/** The file has its name only once it is whole. */
export async function writeArchive(
  file: string,
  at: number,
  records: AsyncIterable<ArchiveRecord>,
  signal?: AbortSignal,
): Promise<Counts> {
  const partial = `${file}.partial`
  let writtenCounts: Counts | undefined
  try {
    const lines = Readable.from(
      toArchiveLines(records, at, (counts) => (writtenCounts = counts)),
      { objectMode: true, highWaterMark: 2 },
    )
    const target = createWriteStream(partial, { mode: 0o600 })
    await pipeline(lines, createGzip({ level: 6 }), target, { ...(signal && { signal }) })
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    // The runtime of a local bucket ends at Ctrl-C, too.
    signal?.throwIfAborted()
    throw error
  }
  if (!writtenCounts) throw new Error('the backup has no end')
  return writtenCounts
}

/** @throws UserError at the end, unless the file is whole and unchanged */
export async function* readArchive(
  file: string,
  onRead?: (bytes: number) => void,
): AsyncGenerator<ArchiveRecord> {
  const hash = createHash('sha256')
  const counter = createRecordCounter()
  let last: string | undefined
  let isHeader = true
  for await (const line of readArchiveLines(file, onRead)) {
    if (last !== undefined) {
      hash.update(`${last}\n`)
      const record = isHeader ? parseHeaderRecord(file, last) : parseRecordLine(file, last)
      isHeader = false
      counter.add(record)
      yield record
    }
    last = line
  }
  const manifest = parseRecordJson(Manifest, last ?? '')
  if (isHeader || !manifest) throw new UserError(`${file} is cut off`)
  const { sha256, ...counts } = manifest
  if (sha256 !== hash.digest('hex')) throw new UserError(`${file} is damaged: wrong checksum`)
  if (JSON.stringify(counts) !== JSON.stringify(counter.end())) {
    throw new UserError(`${file} is damaged: wrong number of rows`)
  }
}

function parseHeaderRecord(file: string, line: string): ArchiveRecord {
  const header = parseRecordJson(Header, line)
  if (!header) throw new UserError(`${file} is no backup of Hypecal`)
  if (header.format !== format) throw new UserError(`${file} has the format of another release`)
  return { kind: 'schema', ...header.schema }
}

function parseRecordJson<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | undefined {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    return undefined
  }
}

async function* readArchiveLines(
  file: string,
  onRead?: (bytes: number) => void,
): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const source = createReadStream(file)
  source.once('error', (error) => gunzip.destroy(error))
  if (onRead) source.on('data', (chunk) => onRead(chunk.length))
  source.pipe(gunzip)
  try {
    // `readline` also ends lines at U+2028, which JSON leaves as it is.
    yield* splitLines(gunzip)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    if (error instanceof UserError) throw error
    throw new UserError(`${file} is cut off or damaged`, { cause: error })
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let incompleteLine = ''
  for await (const chunk of source) {
    const lines = (incompleteLine + decoder.decode(chunk, { stream: true })).split('\n')
    incompleteLine = lines.pop() ?? ''
    yield* lines
  }
  if (incompleteLine) yield incompleteLine
}
