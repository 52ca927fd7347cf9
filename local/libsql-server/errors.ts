import type { HranaError } from './hrana.ts'

/** A refusal with a code of its own, reported to the client in place of a result. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The request as a whole cannot be served: it gets an HTTP status and its stream is lost. */
export class HttpRefusal extends Refusal {
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(code, message)
    this.status = status
  }
}

type EngineError = Error & { code: string; rawCode: number }

const BUSY_SNAPSHOT = 517

function isEngineError(error: unknown): error is EngineError {
  return error instanceof Error && 'rawCode' in error && typeof error.rawCode === 'number'
}

/** True when another connection holds the lock that the statement needs. */
export function isBusy(error: unknown): boolean {
  return isEngineError(error) && error.code.startsWith('SQLITE_BUSY')
}

/** True when a later attempt may succeed, which it cannot on a snapshot that has become stale. */
export function isWorthRetrying(error: unknown): boolean {
  return isBusy(error) && isEngineError(error) && error.rawCode !== BUSY_SNAPSHOT
}

export function toHranaError(error: unknown): HranaError {
  if (error instanceof Refusal) return { message: error.message, code: error.code }
  if (isEngineError(error)) return fromEngine(error)
  return {
    message: error instanceof Error ? error.message : String(error),
    code: 'INTERNAL_ERROR',
  }
}

/** Codes and wording follow sqld, which reports base codes and has its own for bad syntax. */
function fromEngine(error: EngineError): HranaError {
  if (error.rawCode === 1 && isSyntaxError(error.message)) {
    return { message: `SQL string could not be parsed: ${error.message}`, code: 'SQL_PARSE_ERROR' }
  }
  const base = /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? 'SQLITE_UNKNOWN'
  return { message: `SQLite error: ${error.message}`, code: base }
}

function isSyntaxError(message: string): boolean {
  return /: syntax error$|^incomplete input$|^unrecognized token/.test(message)
}
