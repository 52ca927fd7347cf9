import type { Cell, Column, DescribeResult, HranaError, StepOutcome, StmtResult } from './hrana.ts'

/** Text, because `JSON.stringify` cannot write infinity; an overlarge number parses as one. */
export type JsonText = string

const INFINITY_AS_JSON = '1e999'

export function encodeOk(type: string, fields: Record<string, JsonText> = {}): JsonText {
  const members = Object.entries(fields).map(([name, json]) => `,"${name}":${json}`)
  return `{"type":"ok","response":{"type":"${type}"${members.join('')}}}`
}

export function encodeError(error: HranaError): JsonText {
  return `{"type":"error","error":${JSON.stringify(error)}}`
}

export function encodePipeline(baton: string | null, results: JsonText[]): JsonText {
  return `{"baton":${JSON.stringify(baton)},"base_url":null,"results":[${results.join(',')}]}`
}

export function encodeStmtResult(result: StmtResult): JsonText {
  const rows = result.rows.map(encodeRow).join(',')
  return `{"cols":${encodeColumns(result.columns)},"rows":[${rows}],${encodeCounts(result)}}`
}

export function encodeBatchResult(outcomes: StepOutcome[]): JsonText {
  const results = outcomes.map((step) =>
    step.type === 'ok' ? encodeStmtResult(step.result) : null,
  )
  const errors = outcomes.map((step) => (step.type === 'error' ? step.error : null))
  const encodedResults = results.map((json) => json ?? 'null').join(',')
  return `{"step_results":[${encodedResults}],"step_errors":${JSON.stringify(errors)}}`
}

/** The lines of a cursor response; the first one contains the baton. */
export function encodeCursor(baton: string | null, outcomes: StepOutcome[]): JsonText {
  const lines = outcomes.flatMap(encodeCursorStep)
  return [JSON.stringify({ baton, base_url: null }), ...lines, ''].join('\n')
}

export function encodeCursorFailure(baton: string | null, error: HranaError): JsonText {
  return [
    JSON.stringify({ baton, base_url: null }),
    JSON.stringify({ type: 'error', error }),
    '',
  ].join('\n')
}

export function encodeDescribeResult(result: DescribeResult): JsonText {
  return JSON.stringify(result)
}

function encodeCursorStep(outcome: StepOutcome, step: number): JsonText[] {
  if (outcome.type === 'skipped') return []
  if (outcome.type === 'error') {
    return [JSON.stringify({ type: 'step_error', step, error: outcome.error })]
  }
  const { result } = outcome
  return [
    `{"type":"step_begin","step":${step},"cols":${encodeColumns(result.columns)}}`,
    ...result.rows.map((row) => `{"type":"row","row":${encodeRow(row)}}`),
    `{"type":"step_end",${encodeCounts(result)}}`,
  ]
}

function encodeColumns(columns: Column[]): JsonText {
  return JSON.stringify(columns)
}

function encodeCounts({ affectedRowCount, lastInsertRowid }: StmtResult): JsonText {
  const rowid = lastInsertRowid === undefined ? 'null' : `"${lastInsertRowid}"`
  return `"affected_row_count":${affectedRowCount},"last_insert_rowid":${rowid}`
}

function encodeRow(row: Cell[]): JsonText {
  return `[${row.map(encodeCell).join(',')}]`
}

function encodeCell(cell: Cell): JsonText {
  if (cell === null) return '{"type":"null"}'
  if (typeof cell === 'bigint') return `{"type":"integer","value":"${cell}"}`
  if (typeof cell === 'number') return `{"type":"float","value":${encodeFloat(cell)}}`
  if (typeof cell === 'string') return `{"type":"text","value":${JSON.stringify(cell)}}`
  const base64 = Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('base64')
  return `{"type":"blob","base64":"${base64}"}`
}

function encodeFloat(float: number): JsonText {
  if (float === Infinity) return INFINITY_AS_JSON
  if (float === -Infinity) return `-${INFINITY_AS_JSON}`
  return Object.is(float, -0) ? '-0.0' : String(float)
}
