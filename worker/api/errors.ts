import type { RevisionConflict, FieldError } from '#worker/contracts/errors.ts'
import type { ErrorCode } from './error-texts.ts'

export type { ErrorCode }

export const errorStatuses = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorKind = keyof typeof errorStatuses

type AppErrorOptions = {
  details?: unknown
  /** More specific than the text of the code; in the reader's language. */
  msg?: string
  retryAfter?: number
  headers?: Record<string, string>
}

/** The only error that use cases throw; the transport maps it to the envelope. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: ErrorCode
  readonly details: unknown
  readonly msg: string | undefined
  readonly headers: Record<string, string>

  constructor(kind: ErrorKind, code: ErrorCode, extras: AppErrorOptions = {}) {
    super(code)
    this.kind = kind
    this.code = code
    this.details = extras.details
    this.msg = extras.msg
    this.headers = {
      ...extras.headers,
      ...(extras.retryAfter === undefined ? {} : { 'Retry-After': String(extras.retryAfter) }),
    }
  }

  get status() {
    return errorStatuses[this.kind]
  }
}

export function validationError(details: FieldError[]): AppError {
  return new AppError('invalid', 'validation_failed', { details })
}

type SavedRevision = { savedBy: string | null; modified_at: string; revision: number }

export function revisionConflictError({ savedBy, modified_at, revision }: SavedRevision): AppError {
  const details: RevisionConflict = { by: savedBy, at: modified_at, revision }
  return new AppError('conflict', 'changed_meanwhile', { details })
}
