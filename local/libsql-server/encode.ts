import type { Cell, HranaError, StepOutcome, StmtResult } from './hrana.ts'

/** Text, because `JSON.stringify` cannot write infinity; an overlarge number parses as one. */
export type JsonText = string

const INFINITY_AS_JSON = '1e999'

export function encodeOkResult(type: string, result?: JsonText): JsonText {
  const member = result === undefined ? '' : `,"result":${result}`
  return `{"type":"ok","response":{"type":"${type}"${member}}}`
}

export function encodeErrorResult(error: HranaError): JsonText {
  return `{"type":"error","error":${JSON.stringify(error)}}`
}

export function encodePipelineResponse(baton: string | null, results: JsonText[]): JsonText {
  return `{"baton":${JSON.stringify(baton)},"base_url":null,"results":[${results.join(',')}]}`
}

export function encodeStmtResult({
  columns,
  rows,
  affectedRowCount,
  lastInsertRowid,
}: StmtResult): JsonText {
  const rowid = lastInsertRowid === undefined ? 'null' : `"${lastInsertRowid}"`
  const counts = `"affected_row_count":${affectedRowCount},"last_insert_rowid":${rowid}`
  return `{"cols":${JSON.stringify(columns)},"rows":[${rows.map(encodeRow).join(',')}],${counts}}`
}

export function encodeBatchResult(outcomes: StepOutcome[]): JsonText {
  const results = outcomes.map((step) =>
    step.type === 'ok' ? encodeStmtResult(step.result) : 'null',
  )
  const errors = outcomes.map((step) => (step.type === 'error' ? step.error : null))
  return `{"step_results":[${results.join(',')}],"step_errors":${JSON.stringify(errors)}}`
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
