/** The part of Hrana 2 and 3 over HTTP (JSON encoding) that clients use. */

export type Value =
  | { type: 'null' }
  | { type: 'integer'; value: bigint }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'blob'; value: Uint8Array }

export type NamedArgument = { name: string; value: Value }

/** The text of a statement, or the id under which the stream stores it. */
export type SqlSource = { sql: string } | { sqlId: number }

export type HranaStatement = {
  source: SqlSource
  args: Value[]
  namedArgs: NamedArgument[]
  wantRows: boolean
}

export type Condition =
  | { type: 'ok' | 'error'; step: number }
  | { type: 'not'; cond: Condition }
  | { type: 'and' | 'or'; conds: Condition[] }
  | { type: 'is_autocommit' }

export type BatchStep = { condition: Condition | undefined; stmt: HranaStatement }

export type StreamRequest =
  | { type: 'close' | 'get_autocommit' }
  | { type: 'execute'; stmt: HranaStatement }
  | { type: 'batch'; steps: BatchStep[] }
  | { type: 'sequence' | 'describe'; source: SqlSource }
  | { type: 'store_sql'; sqlId: number; sql: string }
  | { type: 'close_sql'; sqlId: number }

export type PipelineBody = { baton: string | undefined; requests: StreamRequest[] }

export type CursorBody = { baton: string | undefined; steps: BatchStep[] }

export type HranaError = { message: string; code: string }

export type Column = { name: string; decltype: string | null }

/** Values from the engine: integers are always bigint, floats always number. */
export type Cell = null | bigint | number | string | Uint8Array

export type StmtResult = {
  columns: Column[]
  rows: Cell[][]
  affectedRowCount: number
  lastInsertRowid: bigint | undefined
}

export type StepOutcome =
  { type: 'ok'; result: StmtResult } | { type: 'error'; error: HranaError } | { type: 'skipped' }

export type DescribeResult = {
  params: { name: string | null }[]
  cols: Column[]
  is_explain: boolean
  is_readonly: boolean
}
