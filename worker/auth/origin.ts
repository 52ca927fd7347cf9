import type { Context } from 'hono'
import { AppError } from '../api/errors.ts'

/**
 * Refuses a write that a foreign page makes with this person's cookies. Programs send no Origin and
 * are served.
 */
export function assertOwnOrigin(c: Context): void {
  const origin = c.req.header('Origin')
  if (origin !== undefined && origin !== new URL(c.req.url).origin) {
    throw new AppError('forbidden', 'foreign_origin')
  }
}
