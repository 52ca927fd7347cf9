import { sql, type SQL } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { rateLimitCounters } from '#worker/db/schema/operations.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert, remove, update } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { hmacSha256 } from '#worker/auth/crypto.ts'
import { widenNetwork } from './client-info.ts'

/** Each further attempt waits twice as long as the one before. */
const freeTries = 5
const firstWaitMs = 15_000
const longestWaitMs = 15 * 60_000

/** The owner of a network has all its addresses. */
const addressesPerNetwork = 10

type SubjectLimit = { subject: string; limit: number }

export type RateLimit = {
  /** Delays each attempt past `freeTries`. */
  guard?: string
  /** Blocked until the next hour once the limit is reached. */
  hourly: SubjectLimit[]
  /** Blocked while the hours of the last day reach the limit together. */
  daily?: SubjectLimit[]
  spaced?: { subject: string; apartMs: number }
}

/** Unlimited where no edge names the address. */
export function ipAddressRateLimit(
  ctx: Pick<Ctx, 'config'>,
  act: string,
  address: string | undefined,
  limit: number,
): RateLimit {
  return { hourly: address ? [{ subject: `${act}:${hashIdentifier(ctx, address)}`, limit }] : [] }
}

export function listNetworkLimits(
  ctx: Pick<Ctx, 'config'>,
  act: string,
  address: string | undefined,
  limit: number,
): SubjectLimit[] {
  if (!address) return []
  const network = hashIdentifier(ctx, widenNetwork(address))
  return [
    { subject: `${act}:${hashIdentifier(ctx, address)}`, limit },
    { subject: `${act}-network:${network}`, limit: limit * addressesPerNetwork },
  ]
}

/** Mail to `name+tag` reaches `name`: in counters both are one mailbox. */
export function stripEmailTag(emailKey: string): string {
  return emailKey.replace(/^([^+]+)\+.*@/, '$1@')
}

/** For the subject of a counter: neither addresses nor names are stored in plain text. */
export function hashIdentifier({ config }: Pick<Ctx, 'config'>, value: string): string {
  return hmacSha256(config.JWT_SECRET, `attempts:${value}`)
}

function currentHour({ now }: Ctx): number {
  return Math.floor(now / hourMs)
}

function retryTimeSql(ctx: Ctx, { guard, hourly, daily = [], spaced }: RateLimit): SQL<number> {
  const hour = currentHour(ctx)
  const limits = hourly.map(
    ({ subject, limit }) => sql`coalesce((select ${(hour + 1) * hourMs} from ${rateLimitCounters}
      where ${rateLimitCounters.subject} = ${subject} and ${rateLimitCounters.hour} = ${hour}
        and ${rateLimitCounters.count} >= ${limit}), 0)`,
  )
  const wait = sql`coalesce((select ${rateLimitCounters.lastAt}
      + min(${longestWaitMs}, ${firstWaitMs} << (${rateLimitCounters.count} - ${freeTries + 1}))
    from ${rateLimitCounters} where ${rateLimitCounters.subject} = ${guard ?? ''} and ${rateLimitCounters.hour} = ${hour}
      and ${rateLimitCounters.count} > ${freeTries}), 0)`
  const pauses = (spaced ? [spaced] : []).map(
    ({ subject, apartMs }) => sql`(select coalesce(max(${rateLimitCounters.lastAt}), 0) + ${apartMs}
      from ${rateLimitCounters} where ${rateLimitCounters.subject} = ${subject} and ${rateLimitCounters.hour} >= ${hour - 1})`,
  )
  const days = daily.map(
    ({
      subject,
      limit,
    }) => sql`coalesce((select (min(${rateLimitCounters.hour}) + 24) * ${literal(hourMs)}
      from ${rateLimitCounters} where ${rateLimitCounters.subject} = ${subject}
        and ${rateLimitCounters.hour} > ${hour - 24} having sum(${rateLimitCounters.count}) >= ${limit}), 0)`,
  )
  return sql`max(${sql.join([sql`0`, wait, ...limits, ...days, ...pauses], sql`, `)})`
}

export function attemptAllowedSql(ctx: Ctx, rateLimit: RateLimit): SQL {
  return sql`${retryTimeSql(ctx, rateLimit)} <= ${ctx.now}`
}

/** `throttle` precedes the count. */
type AttemptResult = { throttle: { retryAt: number } | undefined }

/** Counts a try before its outcome is known, so that many at once cannot all be the first. */
export function recordAttempt(
  ctx: Ctx,
  rateLimit: RateLimit,
  when: SQL = sql`true`,
): { throttle: Statement<AttemptResult['throttle']>; count: Statement } {
  const { guard, hourly, daily = [], spaced } = rateLimit
  const limited = [...hourly, ...daily, ...(spaced ? [spaced] : [])].map(({ subject }) => subject)
  const subjects = [...new Set([...limited, ...(guard ? [guard] : [])])]
  const attempt = {
    subject: sql<string>`listed.value`,
    hour: currentHour(ctx),
    count: 1,
    lastAt: ctx.now,
  }
  return {
    throttle: selectFirst({ retryAt: retryTimeSql(ctx, rateLimit) }, sql``),
    count: insert(rateLimitCounters, attempt, {
      from: sql`json_each(${JSON.stringify(subjects)}) listed`,
      where: sql`${when} and ${attemptAllowedSql(ctx, rateLimit)}`,
      onConflict: sql`do update set ${buildSetSql(rateLimitCounters, {
        count: sql<number>`${rateLimitCounters.count} + 1`,
        lastAt: excluded(rateLimitCounters.lastAt),
      })}`,
    }),
  }
}

export function isThrottled({ now }: Ctx, { throttle }: AttemptResult): boolean {
  return (throttle?.retryAt ?? 0) > now
}

export function assertNotThrottled({ now }: Ctx, { throttle }: AttemptResult): void {
  const waitMs = (throttle?.retryAt ?? 0) - now
  if (waitMs <= 0) return
  const retryAfter = Math.ceil(waitMs / 1000)
  throw new AppError('rate_limited', 'too_many_attempts', { retryAfter })
}

const deleteGuard = prepare(({ subject }: Params<{ subject: string }>) =>
  remove(rateLimitCounters, { where: sql`${rateLimitCounters.subject} = ${subject}` }),
)

const takeBackAttempt = prepare(({ subjects, hour }: Params<{ subjects: string; hour: number }>) =>
  update(
    rateLimitCounters,
    { count: sql<number>`max(0, ${rateLimitCounters.count} - 1)` },
    {
      where: sql`${rateLimitCounters.hour} = ${hour}
        and ${rateLimitCounters.subject} in (select value from json_each(${subjects}))`,
    },
  ),
)

/** After an attempt that succeeded: it and the failures of the guard no longer count. */
export function clearAttempts(ctx: Ctx, { guard, hourly }: RateLimit): Statement[] {
  const subjects = JSON.stringify(hourly.map(({ subject }) => subject))
  return [
    deleteGuard({ subject: guard ?? '' }),
    takeBackAttempt({ subjects, hour: currentHour(ctx) }),
  ]
}

export function deleteAttempts(prefix: string, when: SQL): Statement {
  return remove(rateLimitCounters, {
    where: sql`${rateLimitCounters.subject} >= ${prefix} and ${rateLimitCounters.subject} < ${`${prefix}~`} and ${when}`,
  })
}
