import type { HranaError } from './hrana.ts'

export class RequestError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Fails the whole request: it gets an HTTP status and its stream is closed. */
export class HttpError extends RequestError {
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

export function isBusyError(error: unknown): boolean {
  return isEngineError(error) && error.code.startsWith('SQLITE_BUSY')
}

/** False for a stale snapshot, which no retry can repair. */
export function isRetryableError(error: unknown): boolean {
  return isBusyError(error) && isEngineError(error) && error.rawCode !== BUSY_SNAPSHOT
}

export function toHranaError(error: unknown): HranaError {
  if (error instanceof RequestError) return { message: error.message, code: error.code }
  if (isEngineError(error)) return engineToHranaError(error)
  return {
    message: error instanceof Error ? error.message : String(error),
    code: 'INTERNAL_ERROR',
  }
}

/** Codes and messages follow sqld, which reports base codes and rewords syntax errors. */
function engineToHranaError(error: EngineError): HranaError {
  if (error.rawCode === 1 && isSyntaxError(error.message)) {
    return { message: `SQL string could not be parsed: ${error.message}`, code: 'SQL_PARSE_ERROR' }
  }
  const base = /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? 'SQLITE_UNKNOWN'
  return { message: `SQLite error: ${error.message}`, code: base }
}

function isSyntaxError(message: string): boolean {
  return /: syntax error$|^incomplete input$|^unrecognized token/.test(message)
}
