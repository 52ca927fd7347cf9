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

type JsonFields = Record<string, unknown>

const DEEPEST_CONDITION = 64
const INT32_LIMIT = 2 ** 31
const INTEGER = /^-?\d{1,19}$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export function decodePipelineBody(text: string): PipelineBody {
  const body = expectFields(parseJson(text), 'body')
  return {
    baton: decodeBaton(body),
    requests: expectArray(body['requests'], 'requests').map(decodeStreamRequest),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformedRequestError('the body is not JSON')
  }
}

function decodeBaton(body: JsonFields): string | undefined {
  const baton = body['baton'] ?? undefined
  return baton === undefined ? undefined : expectString(baton, 'baton')
}

function decodeStreamRequest(json: unknown): StreamRequest {
  const request = expectFields(json, 'request')
  switch (request['type']) {
    case 'close':
      return { type: 'close' }
    case 'execute':
      return { type: 'execute', stmt: decodeStatement(request['stmt']) }
    case 'batch':
      return { type: 'batch', steps: decodeBatchSteps(request['batch']) }
    case 'sequence':
      return { type: 'sequence', source: decodeSqlSource(request) }
    case 'store_sql':
      return {
        type: 'store_sql',
        sqlId: decodeSqlId(request['sql_id']),
        sql: expectString(request['sql'], 'sql'),
      }
    case 'close_sql':
      return { type: 'close_sql', sqlId: decodeSqlId(request['sql_id']) }
    default:
      throw malformedRequestError('a request has no known type')
  }
}

function decodeBatchSteps(json: unknown): BatchStep[] {
  return expectArray(expectFields(json, 'batch')['steps'], 'steps').map((item) => {
    const step = expectFields(item, 'step')
    const condition = step['condition'] ?? undefined
    return {
      condition: condition === undefined ? undefined : decodeCondition(condition, 0),
      stmt: decodeStatement(step['stmt']),
    }
  })
}

function decodeCondition(json: unknown, depth: number): Condition {
  if (depth > DEEPEST_CONDITION) throw malformedRequestError('a condition is nested too deeply')
  const condition = expectFields(json, 'condition')
  switch (condition['type']) {
    case 'ok':
    case 'error':
      return { type: condition['type'], step: decodeIndex(condition['step']) }
    case 'not':
      return { type: 'not', cond: decodeCondition(condition['cond'], depth + 1) }
    case 'and':
    case 'or': {
      const conds = expectArray(condition['conds'], 'conds')
      return {
        type: condition['type'],
        conds: conds.map((cond) => decodeCondition(cond, depth + 1)),
      }
    }
    default:
      throw malformedRequestError('a condition has no known type')
  }
}

function decodeStatement(json: unknown): HranaStatement {
  const stmt = expectFields(json, 'stmt')
  const wantRows = stmt['want_rows'] ?? true
  if (typeof wantRows !== 'boolean') throw malformedRequestError('want_rows is not a boolean')
  return {
    source: decodeSqlSource(stmt),
    args: expectArray(stmt['args'] ?? [], 'args').map(decodeValue),
    namedArgs: expectArray(stmt['named_args'] ?? [], 'named_args').map(decodeNamedArgument),
    wantRows,
  }
}

function decodeSqlSource(json: JsonFields): SqlSource {
  const sql = json['sql'] ?? undefined
  const sqlId = json['sql_id'] ?? undefined
  if ((sql === undefined) === (sqlId === undefined)) {
    throw malformedRequestError('exactly one of sql and sql_id is expected')
  }
  return sql === undefined ? { sqlId: decodeSqlId(sqlId) } : { sql: expectString(sql, 'sql') }
}

function decodeNamedArgument(json: unknown): NamedArgument {
  const argument = expectFields(json, 'named argument')
  return { name: expectString(argument['name'], 'name'), value: decodeValue(argument['value']) }
}

function decodeValue(json: unknown): Value {
  const value = expectFields(json, 'value')
  switch (value['type']) {
    case 'null':
      return { type: 'null' }
    case 'integer':
      return { type: 'integer', value: decodeInteger(value['value']) }
    case 'float':
      return { type: 'float', value: decodeFloat(value['value']) }
    case 'text':
      return { type: 'text', value: expectString(value['value'], 'text') }
    case 'blob':
      return { type: 'blob', value: decodeBlob(value['base64']) }
    default:
      throw malformedRequestError('a value has no known type')
  }
}

function decodeInteger(json: unknown): bigint {
  const text = expectString(json, 'integer')
  const integer = INTEGER.test(text) ? BigInt(text) : undefined
  if (integer === undefined || BigInt.asIntN(64, integer) !== integer) {
    throw malformedRequestError('an integer is not a 64-bit one')
  }
  return integer
}

function decodeBlob(json: unknown): Uint8Array {
  const text = expectString(json, 'base64')
  const digits = text.replace(/=+$/, '').length
  if (!BASE64.test(text) || digits % 4 === 1) throw malformedRequestError('a blob is not base64')
  return Buffer.from(text, 'base64')
}

function decodeFloat(json: unknown): number {
  if (typeof json !== 'number') throw malformedRequestError('a float is not a number')
  return json
}

function decodeIndex(json: unknown): number {
  if (typeof json !== 'number' || !Number.isInteger(json) || json < 0) {
    throw malformedRequestError('a step is not an index')
  }
  return json
}

function decodeSqlId(json: unknown): number {
  const isInt32 =
    typeof json === 'number' && Number.isInteger(json) && json >= -INT32_LIMIT && json < INT32_LIMIT
  if (!isInt32) throw malformedRequestError('sql_id is not a 32-bit integer')
  return json
}

function expectString(json: unknown, what: string): string {
  if (typeof json !== 'string') throw malformedRequestError(`${what} is not a string`)
  return json
}

function expectArray(json: unknown, what: string): unknown[] {
  if (!Array.isArray(json)) throw malformedRequestError(`${what} is not an array`)
  return json
}

function expectFields(json: unknown, what: string): JsonFields {
  if (!isFields(json)) throw malformedRequestError(`${what} is not an object`)
  return json
}

function isFields(json: unknown): json is JsonFields {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function malformedRequestError(detail: string): HttpError {
  return new HttpError(400, 'HRANA_PROTOCOL_ERROR', `Malformed request: ${detail}`)
}
