import { ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'

/** The server's words where it answered JSON, the caller's where nothing was answered. */
export function failureText(error: unknown, fallback: () => string = m.unexpected_error): string {
  if (error instanceof SyntaxError) return m.invalid_response()
  if (!(error instanceof ApiError)) return m.unexpected_error()
  return error.status > 0 ? error.msg : fallback()
}
