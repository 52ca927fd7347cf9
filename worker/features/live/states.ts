import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import { startOfMinute, minuteMs, nextQuotaDay, quotaDayOf } from './quota.ts'

type Used = { used: number }

/** Units of today. */
function usedToday(now: number) {
  return sql`iif(quota_day = ${quotaDayOf(now)}, quota_used, 0)`
}

/** One row when the turn is ours: another run that comes meanwhile gets none. */
export function acquirePollSlot({ db, now }: Ctx, platform: Platform): Statement<Used[]> {
  const until = startOfMinute(now) + minuteMs
  return rows<Used>(
    db,
    sql`insert into platform_states (platform, next_poll_at) values (${platform}, ${until})
      on conflict (platform) do update set next_poll_at = excluded.next_poll_at
        where next_poll_at <= ${now}
      returning ${usedToday(now)} as used`,
  )
}

export function selectUsedQuota({ db, now }: Ctx, platform: Platform): Statement<Used[]> {
  return rows<Used>(
    db,
    sql`select ${usedToday(now)} as used from platform_states where platform = ${platform}`,
  )
}

type Spending = {
  platform: Platform
  spent: number
  /** Undefined: as it is. */
  nextPollAt?: number | undefined
}

/** Adds what was spent to the day's account. */
export function recordQuota(
  { db, now }: Ctx,
  { platform, spent, nextPollAt }: Spending,
): Statement<unknown> {
  const day = quotaDayOf(now)
  return rows(
    db,
    sql`insert into platform_states (platform, quota_day, quota_used, next_poll_at)
      values (${platform}, ${day}, ${spent}, ${nextPollAt ?? 0})
      on conflict (platform) do update set quota_day = ${day},
        quota_used = ${usedToday(now)} + ${spent},
        next_poll_at = coalesce(${nextPollAt ?? null}, next_poll_at)`,
  )
}

/** A fault of what was asked for, which says nothing of the rest: logged, as others are. */
export function isPageError(platform: Platform, error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.kind !== 'malformed' && error.kind !== 'refused') return false
  console.warn(JSON.stringify({ live: platform, fault: error.kind }))
  return true
}

const wait = { usual: minuteMs, unauthorized: 10 * minuteMs, longest: 60 * minuteMs }

/** When to try again after a fault; what is none of the platform's is thrown on. */
export function retryTime(ctx: Ctx, platform: Platform, error: unknown): number {
  if (!(error instanceof UpstreamError)) throw error
  const { kind, retryAt } = error
  console.warn(JSON.stringify({ live: platform, fault: kind }))
  if (kind === 'spent') return nextQuotaDay(ctx.now)
  const begin = startOfMinute(ctx.now)
  if (kind === 'unauthorized') return begin + wait.unauthorized
  const earliest = begin + wait.usual
  return Math.min(Math.max(retryAt ?? earliest, earliest), begin + wait.longest)
}
