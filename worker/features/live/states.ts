import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { Statement } from '#worker/db/client.ts'
import { platformStates } from '#worker/db/schema/live.ts'
import { first, prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import { startOfMinute, minuteMs, findNextQuotaDayStart, formatQuotaDay } from './quota.ts'

type UsedQuota = { used: number }
type PlatformDay = { platform: Platform; day: string }

function usedQuotaSql(day: SQL): SQL<number> {
  return sql<number>`iif(${platformStates.quotaDay} = ${day}, ${platformStates.quotaUsed}, 0)`
}

const insertPoll = prepare(
  ({ platform, day, now, until }: Params<PlatformDay & { now: number; until: number }>) =>
    first(
      insert(
        platformStates,
        { platform, nextPollAt: until },
        {
          onConflict: sql`do update set ${buildSetSql(platformStates, {
            nextPollAt: excluded(platformStates.nextPollAt),
          })} where ${platformStates.nextPollAt} <= ${now}`,
          returning: { used: usedQuotaSql(day) },
        },
      ),
    ),
)

/** Undefined when another run has the turn. */
export function acquirePollSlot(
  { now }: Ctx,
  platform: Platform,
): Statement<UsedQuota | undefined> {
  const until = startOfMinute(now) + minuteMs
  return insertPoll({ platform, day: formatQuotaDay(now), now, until })
}

const selectQuotaOf = prepare(({ platform, day }: Params<PlatformDay>) =>
  selectFirst(
    { used: usedQuotaSql(day) },
    sql`from ${platformStates} where ${platformStates.platform} = ${platform}`,
  ),
)

export function selectUsedQuota(
  { now }: Ctx,
  platform: Platform,
): Statement<UsedQuota | undefined> {
  return selectQuotaOf({ platform, day: formatQuotaDay(now) })
}

const addSpending = prepare(
  ({
    platform,
    day,
    spent,
    nextPollAt,
  }: Params<PlatformDay & { spent: number; nextPollAt: number | null }>) =>
    insert(
      platformStates,
      {
        platform,
        quotaDay: day,
        quotaUsed: spent,
        nextPollAt: sql<number>`coalesce(${nextPollAt}, 0)`,
      },
      {
        onConflict: sql`do update set ${buildSetSql(platformStates, {
          quotaDay: day,
          quotaUsed: sql<number>`${usedQuotaSql(day)} + ${spent}`,
          nextPollAt: sql<number>`coalesce(${nextPollAt}, ${platformStates.nextPollAt})`,
        })}`,
      },
    ),
)

type QuotaSpending = {
  platform: Platform
  spent: number
  /** Undefined: unchanged. */
  nextPollAt?: number | undefined
}

export function recordQuotaUsage(
  { now }: Ctx,
  { nextPollAt, ...spending }: QuotaSpending,
): Statement {
  return addSpending({ ...spending, day: formatQuotaDay(now), nextPollAt: nextPollAt ?? null })
}

/** A fault of what was asked for, which says nothing of the rest: logged, as others are. */
export function logIfRequestFault({ log }: Ctx, platform: Platform, error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  if (error.kind !== 'malformed' && error.kind !== 'refused') return false
  log({ event: 'platform_failed', platform, task: 'live', reason: error.kind })
  return true
}

const wait = { usual: minuteMs, unauthorized: 10 * minuteMs, longest: 60 * minuteMs }

/** When to try again after a fault; what is none of the platform's is thrown on. */
export function computeRetryTime(ctx: Ctx, platform: Platform, error: unknown): number {
  if (!(error instanceof UpstreamError)) throw error
  const { kind, retryAt } = error
  ctx.log({ event: 'platform_failed', platform, task: 'live', reason: kind })
  if (kind === 'spent') return findNextQuotaDayStart(ctx.now)
  const begin = startOfMinute(ctx.now)
  if (kind === 'unauthorized') return begin + wait.unauthorized
  const earliest = begin + wait.usual
  return Math.min(Math.max(retryAt ?? earliest, earliest), begin + wait.longest)
}
