/** The part of Hrana 2 over HTTP that clients use: `@libsql/client` speaks 3 as protobuf alone. */

export type Value =
  | { type: 'null' }
  | { type: 'integer'; value: bigint }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'blob'; value: Uint8Array }

export type NamedArgument = { name: string; value: Value }

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

export type BatchStep = { condition: Condition | undefined; stmt: HranaStatement }

export type StreamRequest =
  | { type: 'close' }
  | { type: 'execute'; stmt: HranaStatement }
  | { type: 'batch'; steps: BatchStep[] }
  | { type: 'sequence'; source: SqlSource }
  | { type: 'store_sql'; sqlId: number; sql: string }
  | { type: 'close_sql'; sqlId: number }

export type PipelineBody = { baton: string | undefined; requests: StreamRequest[] }

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
