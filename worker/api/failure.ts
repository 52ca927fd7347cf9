import { DatabaseError } from '#worker/db/errors.ts'
import type { Context } from 'hono'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { ConfigError } from '#worker/env.ts'
import { errorText } from './error-texts.ts'
import { AppError } from './errors.ts'
import { acceptLanguageLocaleOrDefault } from '../locale/locale.ts'
import { describeError, redactPath } from '../logging/log.ts'
import { createRequestLog } from '../logging/request-log.ts'

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isUnreachableError(error)) {
    return new AppError('unavailable', 'database_unavailable', { retryAfter: 5 })
  }
  if (error instanceof ConfigError) {
    return new AppError('unavailable', 'misconfigured', { retryAfter: 60 })
  }
  return new AppError('internal', 'internal_error')
}

/** Not the statement's fault: a full or read-only disk, a file that cannot be read. */
const outOfOrder = /^SQLITE_(BUSY|FULL|READONLY|IOERR|CANTOPEN)/

function isUnreachableError(error: unknown): boolean {
  if (error instanceof DatabaseError)
    return !error.code.startsWith('SQLITE_') || outOfOrder.test(error.code)
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof DatabaseError && isUnreachableError(cause)
}

export function failureResponse(error: unknown, c: Context): Response {
  const failure = toAppError(error)
  if (failure.status >= 500) logFailure(error, c)
  const body: ErrorEnvelope = {
    msg:
      failure.msg ??
      errorText(failure.code, acceptLanguageLocaleOrDefault(c.req.header('Accept-Language'))),
    code: failure.code,
    details: failure.details ?? null,
  }
  return c.json(body, failure.status, {
    ...failure.headers,
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  })
}

export function logFailure(error: unknown, c: Context): void {
  createRequestLog(c)({
    event: 'request_failed',
    method: c.req.method,
    path: redactPath(c.req.path),
    code: toAppError(error).code,
    ...describeError(error),
  })
}
