import { createMemo } from '#worker/contracts/memo.ts'
import { decodeBase64IgnorePadding, encodeBase64 } from '@oslojs/encoding'
import { DatabaseError } from './errors.ts'

/* The library's client takes a third of a list's processor time to decode results. */

export type Cell = string | number | ArrayBuffer | null
export type Query = {
  sql: string
  args: readonly unknown[]
  allowsFailure?: boolean
  /** Number of following queries that run only if this one succeeds; its failure fails nothing. */
  dependents?: number
}
export type Result = { columns: string[]; rows: Cell[][]; error?: DatabaseError }
export type Mode = 'read' | 'write'
export type SendQueries = (queries: readonly Query[], mode: Mode) => Promise<Result[]>

type HranaValue =
  | { type: 'null' }
  | { type: 'integer' | 'text'; value: string }
  | { type: 'float'; value: number }
  | { type: 'blob'; base64: string }
type HranaError = { message: string; code?: string | null }
type StepResult = { cols: { name: string | null }[]; rows: HranaValue[][] }
type PipelineAnswer = {
  results: [
    | {
        type: 'ok'
        response: {
          type: 'batch'
          result: { step_results: (StepResult | null)[]; step_errors: (HranaError | null)[] }
        }
      }
    | { type: 'error'; error: HranaError },
  ]
}

export class BatchError extends DatabaseError {
  override readonly name = 'BatchError'
  readonly statementIndex: number
  readonly before: readonly Result[]

  constructor({ message, code }: HranaError, index: number, before: readonly Result[]) {
    super(message, code ?? 'UNKNOWN')
    this.statementIndex = index
    this.before = before
  }
}

type Transaction = Mode | 'write with deferred keys'

const firstSteps: Record<Transaction, readonly string[]> = {
  read: ['BEGIN TRANSACTION READONLY'],
  write: ['BEGIN IMMEDIATE'],
  'write with deferred keys': ['BEGIN IMMEDIATE', 'PRAGMA defer_foreign_keys = ON'],
}

function isForeignKeyError(error: unknown): boolean {
  return error instanceof DatabaseError && error.message.includes('FOREIGN KEY')
}

const timeoutMs = 10_000

/** Times out when the database accepts the connection but never answers. */
export function fetchWithTimeout(address: Request | string, init?: RequestInit): Promise<Response> {
  return fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

/** Each batch is one transaction and one round trip; no stream stays open in between. */
export function createSender(url: string, authToken: string | undefined): SendQueries {
  const address = new URL(url.replace(/^libsql:/, 'https:'))
  if (address.searchParams.get('tls') === '0') address.protocol = 'http:'
  const token = address.searchParams.get('authToken') ?? authToken
  const pipeline = new URL('v2/pipeline', address).href
  const headers = {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
  async function run(queries: readonly Query[], transaction: Transaction): Promise<Result[]> {
    const steps = buildBatchSteps(queries, transaction).join()
    const response = await fetchWithTimeout(pipeline, {
      method: 'POST',
      headers,
      body: `{"baton":null,"requests":[{"type":"batch","batch":{"steps":[${steps}]}},{"type":"close"}]}`,
    }).catch(throwForLostConnection)
    if (!response.ok) throw await readResponseError(response)
    return parseResults(await response.json().catch(throwForForeignAnswer), queries, transaction)
  }
  return async (queries, mode) => {
    try {
      return await run(queries, mode)
    } catch (error) {
      // A row may come before the one it refers to: once more, with keys checked at the end. That setting
      // makes the engine plan all statements of its connection anew, which most writes are spared.
      const mayBeOrder = mode === 'write' && queries.length > 1 && isForeignKeyError(error)
      if (!mayBeOrder) throw error
      return run(queries, 'write with deferred keys')
    }
  }
}

/** Escaping them anew took a search 1 % of its time. */
const quotedTexts = createMemo<string>(300)

function quoteSqlAsJson(sql: string): string {
  return quotedTexts(sql, () => JSON.stringify(sql))
}

const isStepOkJson = (step: number) => `{"type":"ok","step":${step}}`
const negateConditionJson = (condition: string) => `{"type":"not","cond":${condition}}`
const andConditionsJson = (one: string, other: string) => `{"type":"and","conds":[${one},${other}]}`
const orConditionsJson = (one: string, other: string) => `{"type":"or","conds":[${one},${other}]}`

/** JSON. A skipped step is not ok in sqld; in Hrana's specification, neither ok nor an error. */
function buildBatchSteps(queries: readonly Query[], transaction: Transaction): string[] {
  const before = firstSteps[transaction].map((sql) => `{"stmt":{"sql":"${sql}","want_rows":false}}`)
  const commit = queries.length + before.length
  const groups: { last: number; isSkipped: string }[] = []
  let condition = isStepOkJson(before.length - 1)
  const steps = queries.map(({ sql, args, allowsFailure, dependents }, index) => {
    const values = JSON.stringify(args.map(toHranaValue))
    const step = `{"condition":${condition},"stmt":{"sql":${quoteSqlAsJson(sql)},"args":${values},"want_rows":true}}`
    const isOk = isStepOkJson(index + before.length)
    if (dependents !== undefined) {
      groups.push({
        last: index + dependents,
        isSkipped: andConditionsJson(condition, negateConditionJson(isOk)),
      })
    }
    if (!allowsFailure) condition = isOk
    for (let group = groups.at(-1); group?.last === index; group = groups.at(-1)) {
      condition = orConditionsJson(condition, group.isSkipped)
      groups.pop()
    }
    return step
  })
  return [
    ...before,
    ...steps,
    `{"condition":${condition},"stmt":{"sql":"COMMIT","want_rows":false}}`,
    `{"condition":${negateConditionJson(isStepOkJson(commit))},"stmt":{"sql":"ROLLBACK","want_rows":false}}`,
  ]
}

function toHranaValue(value: unknown): HranaValue {
  if (typeof value === 'string') return { type: 'text', value }
  // Sent as the library does; the column's affinity converts it to an integer.
  if (typeof value === 'number' && Number.isFinite(value)) return { type: 'float', value }
  if (value === null) return { type: 'null' }
  if (typeof value === 'boolean') return { type: 'integer', value: value ? '1' : '0' }
  if (value instanceof Uint8Array) {
    return { type: 'blob', base64: encodeBase64(value) }
  }
  throw new TypeError(`a database takes no ${typeof value} such as this`)
}

function parseResults(
  answer: unknown,
  queries: readonly Query[],
  transaction: Transaction,
): Result[] {
  if (!isPipelineAnswer(answer))
    return throwForForeignAnswer(new SyntaxError('no answer to a pipeline'))
  const [first] = answer.results
  if (first.type === 'error') throw toDatabaseError(first.error)
  const { step_results: results, step_errors: errors } = first.response.result
  const before = firstSteps[transaction].length
  const firstFault = errors.slice(0, before).find((fault) => fault !== null)
  if (firstFault) throw toDatabaseError(firstFault)
  const queryResults: Result[] = []
  let lastSkipped = -1
  for (const [index, { allowsFailure, dependents }] of queries.entries()) {
    const fault = errors[index + before]
    if (fault) {
      const error = new BatchError(fault, index, queryResults)
      if (dependents !== undefined) lastSkipped = index + dependents
      else if (!allowsFailure) throw error
      queryResults.push({ columns: [], rows: [], error })
      continue
    }
    if (index <= lastSkipped) {
      queryResults.push({ columns: [], rows: [] })
      continue
    }
    const result = results[index + before]
    if (!result) {
      const message = 'not executed, as the transaction has been rolled back'
      throw new BatchError({ message, code: 'TRANSACTION_CLOSED' }, index, queryResults)
    }
    queryResults.push({
      columns: result.cols.map(({ name }) => name ?? ''),
      rows: result.rows.map((row) => row.map(toCell)),
    })
  }
  const commitFault = errors[queries.length + before]
  // Some failures end the transaction by themselves; earlier results stay valid.
  const isEnded = queries.some(
    ({ allowsFailure }, index) => allowsFailure && queryResults[index]?.error,
  )
  if (commitFault && !isEnded) throw new BatchError(commitFault, queries.length, queryResults)
  return queryResults
}

function isPipelineAnswer(answer: unknown): answer is PipelineAnswer {
  const first = (answer as Partial<PipelineAnswer> | null)?.results?.[0]
  return first?.type === 'error' || Array.isArray(first?.response?.result?.step_results)
}

function toCell(value: HranaValue): Cell {
  switch (value.type) {
    case 'null':
      return null
    case 'integer':
      return toSafeInteger(value.value)
    case 'blob':
      return Uint8Array.from(decodeBase64IgnorePadding(value.base64)).buffer
    default:
      return value.value
  }
}

function toSafeInteger(digits: string): number {
  const number = Number(digits)
  if (Number.isSafeInteger(number)) return number
  throw new RangeError(`the integer ${digits} is too large for a number`)
}

function toDatabaseError({ message, code }: HranaError): DatabaseError {
  return new DatabaseError(message, code ?? 'UNKNOWN')
}

async function readResponseError(response: Response): Promise<DatabaseError> {
  const said: unknown = await response.json().catch(() => undefined)
  if (typeof said === 'object' && said !== null && 'message' in said)
    return toDatabaseError(said as HranaError)
  return new DatabaseError(`the database answered with status ${response.status}`, 'SERVER_ERROR')
}

function throwForForeignAnswer(error: unknown): never {
  if (error instanceof SyntaxError) throw new DatabaseError('not a database answered', 'BAD_ANSWER')
  return throwForLostConnection(error)
}

function throwForLostConnection(error: unknown): never {
  throw new DatabaseError(`the database cannot be reached: ${String(error)}`, 'UNREACHABLE')
}
