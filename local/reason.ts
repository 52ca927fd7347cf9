/** Its message is a complete one-line explanation. */
export class UserError extends Error {}

/** In one line; drivers wrap "connection refused" in "fetch failed". */
export function formatReason(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && !(innermost instanceof UserError) && innermost.cause) {
    innermost = innermost.cause
  }
  const { message, code } = innermost as { message?: string; code?: string }
  return (message || code || String(innermost)).split('\n')[0] ?? ''
}
