import * as v from 'valibot'
import {
  EventFileRow,
  GameFileRow,
  GroupFileRow,
  StreamerFileRow,
  type ImportKind,
  type RowProblem,
} from './contract.ts'

export type FileRow<Row> = { line: number; row: Row; source: Record<string, unknown> }

type RowsOfKind<Kind extends ImportKind, Row> = {
  kind: Kind
  rows: FileRow<Row>[]
  bad: RowProblem[]
}
export type FileRows =
  | RowsOfKind<'events', EventFileRow>
  | RowsOfKind<'streamers', StreamerFileRow>
  | RowsOfKind<'games', GameFileRow>
  | RowsOfKind<'groups', GroupFileRow>

/** The file as a whole cannot be read: no row of it goes in. */
export class UnreadableFileError extends Error {}

const distinctiveFields: [ImportKind, string[]][] = [
  ['events', ['start']],
  ['streamers', ['display_name']],
  ['groups', ['language_code', 'website']],
  ['games', ['genre', 'seen_in']],
]

function detectImportKind(rows: unknown[]): ImportKind {
  const fields = new Set(rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))
  const kind = distinctiveFields.find(([, names]) => names.some((name) => fields.has(name)))?.[0]
  if (!kind)
    throw new UnreadableFileError('this is no list of events, streamers, games or event groups')
  return kind
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJsonList(text: string): unknown[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new UnreadableFileError(`this is not JSON: ${(error as Error).message}`)
  }
  if (!Array.isArray(list)) throw new UnreadableFileError('this is not a list of rows')
  return list
}

function readRowName(value: unknown): string {
  if (!isRecord(value)) return ''
  const name = value.name ?? value.display_name ?? value.id
  return typeof name === 'string' ? name : ''
}

const reasons: Record<string, string> = {
  time_zone: 'is not a time zone',
  web_url: 'is not a web address',
  control_characters: 'has control characters',
}

function describeIssue({ message, received }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : (reasons[message] ?? message)
}

function validateRows<Row>(
  schema: v.GenericSchema<unknown, Row>,
  list: unknown[],
  lines: number[],
): { rows: FileRow<Row>[]; bad: RowProblem[] } {
  const rows: FileRow<Row>[] = []
  const bad: RowProblem[] = []
  for (const [index, value] of list.entries()) {
    const line = lines[index] ?? 1
    const result = v.safeParse(schema, value)
    if (result.success && isRecord(value)) {
      rows.push({ line, row: result.output, source: value })
      continue
    }
    for (const issue of result.issues ?? []) {
      const field = v.getDotPath(issue) ?? ''
      bad.push({ line, row: readRowName(value), field, reason: describeIssue(issue) })
    }
  }
  return { rows, bad }
}

/** Tells the kind by the content. @throws UnreadableFileError */
export function readFileRows(text: string): FileRows {
  const list = parseJsonList(text)
  const kind = detectImportKind(list)
  const lines = findRowLines(text)
  switch (kind) {
    case 'events':
      return { kind, ...validateRows(EventFileRow, list, lines) }
    case 'streamers':
      return { kind, ...validateRows(StreamerFileRow, list, lines) }
    case 'games':
      return { kind, ...validateRows(GameFileRow, list, lines) }
    case 'groups':
      return { kind, ...validateRows(GroupFileRow, list, lines) }
  }
}

export function separateDuplicateRows<Row>(
  rows: FileRow<Row>[],
  field: string,
  keyOf: (row: Row) => string,
): { rows: FileRow<Row>[]; bad: RowProblem[] } {
  const seen = new Map<string, number>()
  const bad: RowProblem[] = []
  const kept = rows.filter(({ line, row, source }) => {
    const earlier = seen.get(keyOf(row))
    if (earlier === undefined) {
      seen.set(keyOf(row), line)
      return true
    }
    bad.push({ line, row: readRowName(source), field, reason: `is the same as on line ${earlier}` })
    return false
  })
  return { rows: kept, bad }
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},\n]|[^\s"[\]{},]+/g

/** The line (from 1) on which each row of a JSON list begins. */
export function findRowLines(json: string): number[] {
  const lines: number[] = []
  let line = 1
  let depth = 0
  let isRowNext = false
  for (const [token] of json.matchAll(tokens)) {
    if (token === '\n') {
      line += 1
      continue
    }
    if (isRowNext && token !== ']') lines.push(line)
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
    isRowNext = depth === 1 && (token === ',' || (token === '[' && lines.length === 0))
  }
  return lines
}
