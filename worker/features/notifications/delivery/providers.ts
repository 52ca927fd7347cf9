import { sql, type Column, type SQL } from 'drizzle-orm'
import { hourMs, minuteMs } from '#worker/contracts/durations.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals, hasOneOf, literal } from '#worker/db/conditions.ts'
import { nullable } from '#worker/db/row.ts'
import {
  deliveries,
  deliveryProviders,
  pushSubscriptions,
} from '#worker/db/schema/notifications.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { buildSetSql, excluded, insert, update } from '#worker/db/writes.ts'
import { AccountMailKind, CampaignMailKind } from '#worker/features/notifications/kinds.ts'

/** After so many failures in a row nothing more is sent but a try at a time. */
export const failuresBeforePause = 5
export const probeEveryMs = 15_000
/** Failures farther apart than that are none of a service that is down. */
const streakMs = minuteMs
/** Longest wait of a booked call; a later one is claimed later, by its priority. */
export const bookedAheadMs = 10_000

const { provider, nextCallAt, retryAt, callsPerSecond } = deliveryProviders
const { failures, failedAt, pausedAt, probeAt, probe } = deliveryProviders

/** A booking farther ahead was written before the clock jumped back. */
const longestBookedMs = 30_000
const longestRetryMs = hourMs
/** A service that says less is not believed. */
const fewestCallsPerSecond = 0.2

function timeIfAheadSql(at: Column, now: SQL, longest: number): SQL {
  return sql`iif(${at} between ${now} and ${now} + ${literal(longest)}, ${at}, ${now})`
}

function nextCallAllowedAtSql(now: SQL): SQL {
  return sql`max(${timeIfAheadSql(nextCallAt, now, longestBookedMs)}, ${timeIfAheadSql(retryAt, now, longestRetryMs)})`
}

type MailProvider = 'mail' | 'mail_2'

/** A condition that reads no row of the statement around it. */
function providerMeets(name: MailProvider, condition: SQL): SQL {
  return sql`exists (select 1 from ${deliveryProviders} where ${equals(provider, name)} and ${condition})`
}

export const isMailPaused = providerMeets('mail', sql`${pausedAt} is not null`)

/** True where it asked to wait for longer than a booked call does, or is down. */
function isMailAway(now: SQL): SQL {
  return sql`(${isMailPaused} or ${providerMeets('mail', sql`${timeIfAheadSql(retryAt, now, longestRetryMs)} > ${now} + ${literal(bookedAheadMs)}`)})`
}

function isBookedOut(name: MailProvider, now: SQL): SQL {
  return providerMeets(name, sql`${nextCallAllowedAtSql(now)} > ${now} + ${literal(bookedAheadMs)}`)
}

/** The second service takes calls, or may be tried again. */
function isSecondOpen(now: SQL): SQL {
  const isWaiting = sql`${pausedAt} is not null and ${probeAt} > ${now}`
  return sql`(not ${providerMeets('mail_2', isWaiting)} and not ${isBookedOut('mail_2', now)})`
}

/** A mail that the first service never had in hand. */
const isFresh = sql`(${deliveries.attempts} = 0 and ${deliveries.handedAt} is null
  and ${deliveries.batch} is null)`

type MailChoice = { name: string; now: number; hasSecond: 0 | 1 }

/** A fresh mail goes to the second service while the first is away, unless it tries the first. */
export function chooseMailProvider({
  name,
  now,
  hasSecond,
}: Params<MailChoice>): SQL<string | null> {
  return sql<string | null>`case when ${deliveries.channel} <> 'email' then null
    when ${deliveries.provider} is null and ${hasSecond} and ${isFresh} and ${isMailAway(now)}
      and not ${isProbeClaim(name)}
    then 'mail_2' else ${deliveries.provider} end`
}

/** `isUrgent`: waits for a pause alone. */
export function canSendMail(choice: Params<MailChoice>, isUrgent: boolean): SQL {
  const { now, hasSecond } = choice
  const first = isUrgent
    ? sql`not ${isMailPaused}`
    : sql`not ${isMailPaused} and not ${isBookedOut('mail', now)}`
  return sql`(case ${hasSecond} and coalesce(${deliveries.provider}, iif(${isMailAway(now)} and ${isFresh}, 'mail_2', '')) = 'mail_2'
    when true then ${isSecondOpen(now)} else ${first} end)`
}

export function isProbeClaim(name: SQL): SQL {
  return providerMeets('mail', sql`${pausedAt} is not null and ${probe} = ${name}`)
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
      where: sql`${equals(provider, 'mail')} and ${pausedAt} is not null and ${isDue}
        and (${probeAt} <= ${now} or ${probeAt} > ${now} + ${literal(probeEveryMs)})`,
      returning: { provider },
    },
  )
}

/** A mail service, the host of a device's push service, or Discord. */
export function providerOfDelivery(
  d: typeof deliveries,
  { endpoint }: typeof pushSubscriptions,
): SQL<string> {
  return sql<string>`case ${d.channel} when 'email' then coalesce(${d.provider}, 'mail')
    when 'push' then coalesce(substr(${endpoint}, 9, instr(substr(${endpoint}, 9), '/') - 1), 'push')
    else ${d.channel} end`
}

/**
 * Mails of one fact share a call. A campaign's mail has its own, as consent counts at each try, and
 * one that was tried keeps its key: the service may have taken it.
 */
export function callKeyOfDelivery(d: typeof deliveries) {
  const { id, channel, batch, kind, key, attempts, error } = d
  const isSingle = hasOneOf(kind, [...AccountMailKind.options, ...CampaignMailKind.options])
  return sql<string>`case when ${batch} is not null then ${batch}
    when ${channel} <> 'email' or ${isSingle} or ${attempts} > 1 or ${error} is not null
      or ${d.provider} is not null then cast(${id} as text) else ${kind} || ' ' || ${key} end`
}

const d = alias(deliveries, 'd')
const p = alias(pushSubscriptions, 'p')

/** `perSecond`: calls of the lane's provider, as far as that does not say less. */
type CallReservation = { name: string; now: number; perSecond: number }

const secondCallsPerSecond = 50

/** Milliseconds between calls, by what the provider said. */
function intervalSql(most: SQL): SQL<number> {
  const said = sql`max(${literal(fewestCallsPerSecond)}, coalesce(${callsPerSecond}, ${most}))`
  return sql<number>`1000.0 / min(${most}, ${said})`
}

/** Yields of each provider when the call after these may leave, and how it was lately. */
export const reserveCalls = prepare(({ name, now, perSecond }: Params<CallReservation>) => {
  const most = (of: Column | SQL) =>
    sql`iif(${of} = 'mail_2', ${literal(secondCallsPerSecond)}, ${perSecond})`
  const intervalMs = intervalSql(most(provider))
  const count = sql`(${excluded(nextCallAt)} - ${now}) * ${most(provider)} / 1000.0`
  return insert(
    deliveryProviders,
    {
      provider: sql<string>`calls.provider`,
      nextCallAt: sql<number>`${now} + calls.count * 1000.0 / ${most(sql`calls.provider`)}`,
    },
    {
      from: sql`(select ${providerOfDelivery(d, p)} as provider, count(distinct ${callKeyOfDelivery(d)}) as count
        from ${d} left join ${p} on ${p.id} = ${d.subscriptionId}
        where ${equals(d.status, 'claimed')} and ${d.claim} = ${name} group by 1) calls`,
      onConflict: sql`(provider) do update set ${buildSetSql(deliveryProviders, {
        nextCallAt: sql<number>`${nextCallAllowedAtSql(now)} + ${count} * ${intervalMs}`,
      })}`,
      returning: {
        provider,
        nextCallAt,
        intervalMs,
        pausedAt: nullable(pausedAt),
        probeAt: nullable(probeAt),
      },
    },
  )
})

export type BookedProvider = {
  provider: string
  nextCallAt: number
  intervalMs: number
  pausedAt: number | null
  probeAt: number | null
}

export type ProviderReport = {
  provider: string
  calls: number
  /** Failures in a row at the end. */
  streak: number
  hasSucceeded: boolean
  /** When the service takes the next call, as it said itself; 0 where it did not. */
  nextCallAt: number
  /** Limit that it told of itself. */
  perSecond: number | null
}

type ProviderHealthUpdate = Omit<ProviderReport, 'calls' | 'hasSucceeded'> & {
  now: number
  hasSucceeded: 0 | 1
}

export const recordProviderHealth = prepare(
  (health: Params<ProviderHealthUpdate>): Statement<undefined> => {
    const { now, streak, hasSucceeded } = health
    const before = sql`iif(${hasSucceeded} or ${failedAt} <= ${now} - ${literal(streakMs)}, 0, ${failures})`
    const isDown = sql`(${before} + ${streak} >= ${literal(failuresBeforePause)}
    or (${pausedAt} is not null and not ${hasSucceeded}))`
    const nextProbeAt = sql`${now} + ${literal(probeEveryMs)}`
    return update(
      deliveryProviders,
      {
        failures: sql<number>`${before} + ${streak}`,
        failedAt: sql<number>`iif(${streak} > 0, ${now}, ${failedAt})`,
        pausedAt: sql<number | null>`iif(${isDown}, coalesce(${pausedAt}, ${now}), null)`,
        probeAt: sql<
          number | null
        >`iif(${isDown}, max(coalesce(${probeAt}, 0), ${nextProbeAt}), null)`,
        retryAt: sql<number>`iif(${health.nextCallAt} > 0, ${health.nextCallAt}, ${retryAt})`,
        callsPerSecond: sql<number | null>`coalesce(${health.perSecond}, ${callsPerSecond})`,
      },
      { where: sql`${provider} = ${health.provider}` },
    )
  },
)

export const selectMailPause = prepare(() =>
  selectFirst(
    { since: nullable(pausedAt), probeAt: nullable(probeAt) },
    sql`from ${deliveryProviders} where ${equals(provider, 'mail')} and ${pausedAt} is not null`,
  ),
)
