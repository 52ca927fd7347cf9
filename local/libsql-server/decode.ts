import { HttpError } from './errors.ts'
import type {
  BatchStep,
  Condition,
  NamedArgument,
  PipelineBody,
  SqlSource,
  HranaStatement,
  StreamRequest,
  Value,
} from './hrana.ts'

type Fields = Record<string, unknown>

const DEEPEST_CONDITION = 64
const INT32_LIMIT = 2 ** 31
const INTEGER = /^-?\d{1,19}$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export function decodePipelineBody(text: string): PipelineBody {
  const body = fieldsOf(parseJson(text), 'body')
  return { baton: batonOf(body), requests: arrayOf(body['requests'], 'requests').map(requestOf) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('the body is not JSON')
  }
}

function batonOf(body: Fields): string | undefined {
  const baton = body['baton'] ?? undefined
  return baton === undefined ? undefined : stringOf(baton, 'baton')
}

function requestOf(json: unknown): StreamRequest {
  const request = fieldsOf(json, 'request')
  switch (request['type']) {
    case 'close':
      return { type: 'close' }
    case 'execute':
      return { type: 'execute', stmt: stmtOf(request['stmt']) }
    case 'batch':
      return { type: 'batch', steps: stepsOf(request['batch']) }
    case 'sequence':
      return { type: 'sequence', source: sourceOf(request) }
    case 'store_sql':
      return {
        type: 'store_sql',
        sqlId: sqlIdOf(request['sql_id']),
        sql: stringOf(request['sql'], 'sql'),
      }
    case 'close_sql':
      return { type: 'close_sql', sqlId: sqlIdOf(request['sql_id']) }
    default:
      throw malformed('a request has no known type')
  }
}

function stepsOf(json: unknown): BatchStep[] {
  return arrayOf(fieldsOf(json, 'batch')['steps'], 'steps').map((item) => {
    const step = fieldsOf(item, 'step')
    const condition = step['condition'] ?? undefined
    return {
      condition: condition === undefined ? undefined : conditionOf(condition, 0),
      stmt: stmtOf(step['stmt']),
    }
  })
}

function conditionOf(json: unknown, depth: number): Condition {
  if (depth > DEEPEST_CONDITION) throw malformed('a condition is nested too deeply')
  const condition = fieldsOf(json, 'condition')
  switch (condition['type']) {
    case 'ok':
    case 'error':
      return { type: condition['type'], step: indexOf(condition['step']) }
    case 'not':
      return { type: 'not', cond: conditionOf(condition['cond'], depth + 1) }
    case 'and':
    case 'or': {
      const conds = arrayOf(condition['conds'], 'conds')
      return { type: condition['type'], conds: conds.map((cond) => conditionOf(cond, depth + 1)) }
    }
    default:
      throw malformed('a condition has no known type')
  }
}

function stmtOf(json: unknown): HranaStatement {
  const stmt = fieldsOf(json, 'stmt')
  const wantRows = stmt['want_rows'] ?? true
  if (typeof wantRows !== 'boolean') throw malformed('want_rows is not a boolean')
  return {
    source: sourceOf(stmt),
    args: arrayOf(stmt['args'] ?? [], 'args').map(valueOf),
    namedArgs: arrayOf(stmt['named_args'] ?? [], 'named_args').map(namedArgumentOf),
    wantRows,
  }
}

function sourceOf(json: Fields): SqlSource {
  const sql = json['sql'] ?? undefined
  const sqlId = json['sql_id'] ?? undefined
  if ((sql === undefined) === (sqlId === undefined)) {
    throw malformed('exactly one of sql and sql_id is expected')
  }
  return sql === undefined ? { sqlId: sqlIdOf(sqlId) } : { sql: stringOf(sql, 'sql') }
}

function namedArgumentOf(json: unknown): NamedArgument {
  const argument = fieldsOf(json, 'named argument')
  return { name: stringOf(argument['name'], 'name'), value: valueOf(argument['value']) }
}

function valueOf(json: unknown): Value {
  const value = fieldsOf(json, 'value')
  switch (value['type']) {
    case 'null':
      return { type: 'null' }
    case 'integer':
      return { type: 'integer', value: integerOf(value['value']) }
    case 'float':
      return { type: 'float', value: numberOf(value['value']) }
    case 'text':
      return { type: 'text', value: stringOf(value['value'], 'text') }
    case 'blob':
      return { type: 'blob', value: blobOf(value['base64']) }
    default:
      throw malformed('a value has no known type')
  }
}

function integerOf(json: unknown): bigint {
  const text = stringOf(json, 'integer')
  const integer = INTEGER.test(text) ? BigInt(text) : undefined
  if (integer === undefined || BigInt.asIntN(64, integer) !== integer) {
    throw malformed('an integer is not a 64-bit one')
  }
  return integer
}

function blobOf(json: unknown): Uint8Array {
  const text = stringOf(json, 'base64')
  const digits = text.replace(/=+$/, '').length
  if (!BASE64.test(text) || digits % 4 === 1) throw malformed('a blob is not base64')
  return Buffer.from(text, 'base64')
}

function numberOf(json: unknown): number {
  if (typeof json !== 'number') throw malformed('a float is not a number')
  return json
}

function indexOf(json: unknown): number {
  if (typeof json !== 'number' || !Number.isInteger(json) || json < 0) {
    throw malformed('a step is not an index')
  }
  return json
}

function sqlIdOf(json: unknown): number {
  const isInt32 =
    typeof json === 'number' && Number.isInteger(json) && json >= -INT32_LIMIT && json < INT32_LIMIT
  if (!isInt32) throw malformed('sql_id is not a 32-bit integer')
  return json
}

function stringOf(json: unknown, what: string): string {
  if (typeof json !== 'string') throw malformed(`${what} is not a string`)
  return json
}

function arrayOf(json: unknown, what: string): unknown[] {
  if (!Array.isArray(json)) throw malformed(`${what} is not an array`)
  return json
}

function fieldsOf(json: unknown, what: string): Fields {
  if (!isFields(json)) throw malformed(`${what} is not an object`)
  return json
}

function isFields(json: unknown): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function malformed(detail: string): HttpError {
  return new HttpError(400, 'HRANA_PROTOCOL_ERROR', `Malformed request: ${detail}`)
}
