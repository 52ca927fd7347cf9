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

type RowsOf<Kind extends ImportKind, Row> = { kind: Kind; rows: FileRow<Row>[]; bad: RowProblem[] }
export type FileRows =
  | RowsOf<'events', EventFileRow>
  | RowsOf<'streamers', StreamerFileRow>
  | RowsOf<'games', GameFileRow>
  | RowsOf<'groups', GroupFileRow>

/** The file as a whole cannot be read: no row of it goes in. */
export class UnreadableFileError extends Error {}

const distinctiveFields: [ImportKind, string[]][] = [
  ['events', ['start']],
  ['streamers', ['display_name']],
  ['groups', ['language_code', 'website']],
  ['games', ['genre', 'seen_in']],
]

function kindOf(rows: unknown[]): ImportKind {
  const fields = new Set(rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))
  const kind = distinctiveFields.find(([, names]) => names.some((name) => fields.has(name)))?.[0]
  if (!kind)
    throw new UnreadableFileError('this is no list of events, streamers, games or event groups')
  return kind
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseList(text: string): unknown[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new UnreadableFileError(`this is not JSON: ${(error as Error).message}`)
  }
  if (!Array.isArray(list)) throw new UnreadableFileError('this is not a list of rows')
  return list
}

function nameOf(value: unknown): string {
  if (!isRecord(value)) return ''
  const name = value.name ?? value.display_name ?? value.id
  return typeof name === 'string' ? name : ''
}

const reasons: Record<string, string> = {
  time_zone: 'is not a time zone',
  web_url: 'is not a web address',
  control_characters: 'has control characters',
}

function oneLineReason({ message, received }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : (reasons[message] ?? message)
}

function checkRows<Row>(
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
      bad.push({ line, row: nameOf(value), field, reason: oneLineReason(issue) })
    }
  }
  return { rows, bad }
}

/** Tells the kind by the content. @throws UnreadableFileError */
export function readFileRows(text: string): FileRows {
  const list = parseList(text)
  const kind = kindOf(list)
  const lines = findRowLines(text)
  switch (kind) {
    case 'events':
      return { kind, ...checkRows(EventFileRow, list, lines) }
    case 'streamers':
      return { kind, ...checkRows(StreamerFileRow, list, lines) }
    case 'games':
      return { kind, ...checkRows(GameFileRow, list, lines) }
    case 'groups':
      return { kind, ...checkRows(GroupFileRow, list, lines) }
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
    bad.push({ line, row: nameOf(source), field, reason: `is the same as on line ${earlier}` })
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
