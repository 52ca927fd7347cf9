import type { Context } from 'hono'
import { AppError } from '../api/errors.ts'

/** Refuses writes from other sites. Clients without an Origin header are accepted. */
export function assertOwnOrigin(c: Context): void {
  const origin = c.req.header('Origin')
  if (origin !== undefined && origin !== new URL(c.req.url).origin) {
    throw new AppError('forbidden', 'foreign_origin')
  }
}
