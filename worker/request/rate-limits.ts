import type { Context, Next } from 'hono'
import { readConfig, type BindingsContext, type Env } from '#worker/env.ts'
import { toClientNetwork } from './client-info.ts'
import { AppError } from '../api/errors.ts'

export type Limiter = 'READS' | 'WRITES' | 'LOGINS' | 'SIGNUPS' | 'RESETS'

/** Per minute and client network; the edge counts per location. Locally there is one bucket. */
export async function enforceRateLimit(c: BindingsContext, limiter: Limiter): Promise<void> {
  if (readConfig(c.env).RATE_LIMITS === 'off') return
  const key = toClientNetwork(c.req.header('CF-Connecting-IP')) ?? 'local'
  const { success } = await c.env[limiter].limit({ key })
  if (!success) throw new AppError('rate_limited', 'rate_limited', { retryAfter: 60 })
}

/** Writes of the API have limits of their own; static files never get here. */
export async function enforceReadRateLimit(
  c: Context<{ Bindings: Env }>,
  next: Next,
): Promise<void> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (isRead || !c.req.path.startsWith('/api/v1/')) await enforceRateLimit(c, 'READS')
  await next()
}
