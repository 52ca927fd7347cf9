import { sql, type Column, type SQL } from 'drizzle-orm'
import { hourMs, minuteMs } from '#worker/contracts/durations.ts'
import type { Statement } from '#worker/db/client.ts'
import { hasOneOf, literal } from '#worker/db/conditions.ts'
import { nullable } from '#worker/db/row.ts'
import { deliveries, deliveryProviders } from '#worker/db/schema/notifications.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert, update } from '#worker/db/writes.ts'
import type { Config } from '#worker/env.ts'
import { AccountMailKind, CampaignMailKind } from '#worker/features/notifications/kinds.ts'

/** After so many failures in a row nothing more is sent but a try at a time. */
export const failuresBeforePause = 5
export const probeEveryMs = 15_000
/** Failures farther apart than that are none of a service that is down. */
const streakMs = minuteMs
/** Longest wait of a booked call; a later one is claimed later, by its priority. */
const bookedAheadMs = 10_000

const { nextCallAt, retryAt, failures, failedAt, pausedAt, probeAt, probe } = deliveryProviders
const isMail = sql`${deliveryProviders.provider} = 'mail'`

/** A booking farther ahead was written before the clock jumped back. */
const longestBookedMs = 30_000
const longestRetryMs = hourMs

function timeIfAheadSql(at: Column, now: SQL, longest: number): SQL {
  return sql`iif(${at} between ${now} and ${now} + ${literal(longest)}, ${at}, ${now})`
}

function nextCallAllowedAtSql(now: SQL): SQL {
  return sql`max(${timeIfAheadSql(nextCallAt, now, longestBookedMs)}, ${timeIfAheadSql(retryAt, now, longestRetryMs)})`
}

/** A condition that reads no row of the statement around it. */
export const isMailPaused: SQL = sql`exists (select 1 from ${deliveryProviders}
  where ${isMail} and ${pausedAt} is not null)`

export function canSendMail(now: SQL): SQL {
  return sql`not exists (select 1 from ${deliveryProviders} where ${isMail} and (${pausedAt} is not null
    or ${nextCallAllowedAtSql(now)} > ${now} + ${literal(bookedAheadMs)}))`
}

export function isProbeClaim(name: SQL): SQL {
  return sql`exists (select 1 from ${deliveryProviders} where ${isMail} and ${pausedAt} is not null
    and ${probe} = ${name})`
}

/** `isDue`: there is a mail to try. */
export function claimProbe(
  { name, now }: Params<{ name: string; now: number }>,
  isDue: SQL,
): Statement<{ provider: string }[]> {
  return update(
    deliveryProviders,
    { probe: name, probeAt: sql<number>`${now} + ${literal(probeEveryMs)}` },
    {
      where: sql`${isMail} and ${pausedAt} is not null and ${isDue}
        and (${probeAt} <= ${now} or ${probeAt} > ${now} + ${literal(probeEveryMs)})`,
      returning: { provider: deliveryProviders.provider },
    },
  )
}

export function callIntervalMs({ MAIL_CALLS_PER_SECOND: perSecond }: Config): number {
  return 1000 / perSecond
}

/**
 * Mails of one fact share a call. A campaign's mail has its own, as consent counts at each try, and
 * one that was tried keeps its key: the service may have taken it.
 */
export function mailCallKey({ id, batch, kind, key, attempts, error }: typeof deliveries) {
  const isSingle = hasOneOf(kind, [...AccountMailKind.options, ...CampaignMailKind.options])
  return sql<string>`case when ${batch} is not null then ${batch}
    when ${isSingle} or ${attempts} > 1 or ${error} is not null then cast(${id} as text)
    else ${kind} || ' ' || ${key} end`
}

type MailCallReservation = { name: string; now: number; intervalMs: number }

/** Yields when the call after these may leave. */
export const reserveMailCalls = prepare(({ name, now, intervalMs }: Params<MailCallReservation>) =>
  insert(
    deliveryProviders,
    { provider: 'mail', nextCallAt: sql<number>`${now} + count * ${intervalMs}` },
    {
      from: sql`(select count(distinct ${mailCallKey(deliveries)}) as count from ${deliveries}
        where ${deliveries.status} = 'claimed'
        and ${deliveries.claim} = ${name} and ${deliveries.channel} = 'email')`,
      where: sql`count > 0`,
      onConflict: sql`(provider) do update set ${buildSetSql(deliveryProviders, {
        nextCallAt: sql<number>`${nextCallAllowedAtSql(now)} + ${excluded(nextCallAt)} - ${now}`,
      })}`,
      returning: { nextCallAt },
    },
  ),
)

export type MailCallHealth = {
  calls: number
  /** Failures in a row at the end. */
  streak: number
  hasSucceeded: boolean
  /** When the service takes the next call, as it said itself; 0 where it did not. */
  nextCallAt: number
}

type ProviderHealthUpdate = { now: number; streak: number; hasSucceeded: 0 | 1; nextCallAt: number }

export const recordProviderHealth = prepare(
  (health: Params<ProviderHealthUpdate>): Statement<undefined> => {
    const { now, streak, hasSucceeded } = health
    const before = sql`iif(${hasSucceeded} or ${failedAt} <= ${now} - ${literal(streakMs)}, 0, ${failures})`
    const isDown = sql`(${before} + ${streak} >= ${literal(failuresBeforePause)}
    or (${pausedAt} is not null and not ${hasSucceeded}))`
    return update(
      deliveryProviders,
      {
        failures: sql<number>`${before} + ${streak}`,
        failedAt: sql<number>`iif(${streak} > 0, ${now}, ${failedAt})`,
        pausedAt: sql<number | null>`iif(${isDown}, coalesce(${pausedAt}, ${now}), null)`,
        probeAt: sql<
          number | null
        >`iif(${isDown}, coalesce(${probeAt}, ${now} + ${literal(probeEveryMs)}), null)`,
        retryAt: sql<number>`iif(${health.nextCallAt} > 0, ${health.nextCallAt}, ${retryAt})`,
      },
      { where: isMail },
    )
  },
)

export const selectMailPause = prepare(() =>
  selectFirst(
    { since: nullable(pausedAt), probeAt: nullable(probeAt) },
    sql`from ${deliveryProviders} where ${isMail} and ${pausedAt} is not null`,
  ),
)
