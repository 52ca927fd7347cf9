import { ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'

/**
 * The server's words if it answered any, the caller's own if it did not; what it answered instead of
 * JSON is no answer either. Else a plain excuse.
 */
export function failureText(error: unknown, fallback: () => string = m.unexpected_error): string {
  if (error instanceof SyntaxError) return m.invalid_response()
  if (!(error instanceof ApiError)) return m.unexpected_error()
  return error.status > 0 ? error.msg : fallback()
}
