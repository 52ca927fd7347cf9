import { sql, type SQL } from 'drizzle-orm'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { AchievementCounter } from './achievement-catalogue.ts'
import type { XpAction } from './ledger-rules.ts'

/** Listed for less than this when it was hyped. */
const earlyMs = hourMs
const hypedAheadMs = 7 * dayMs
const approvedAheadMs = 14 * dayMs
const years = JSON.stringify(Array.from({ length: 30 }, (_, index) => index + 1))

const once = (counter: AchievementCounter, when: SQL = sql`true`) =>
  sql`select ${counter} where ${when}`
/** A counter with the value in the facts; no row without one. */
const valued = (counter: AchievementCounter, value: SQL) => sql`select ${`${counter}:`} || ${value}`
const each = (counter: AchievementCounter, values: SQL) =>
  sql`select ${`${counter}:`} || value from json_each(${values})`

const traitsOfAction: Record<XpAction, (facts: SQL) => SQL[]> = {
  hype: (facts) => [
    once('hype'),
    once('hype.early', sql`${facts} ->> 'listed_ms' between 0 and ${earlyMs}`),
    once('hype.ahead', sql`${facts} ->> 'ahead_ms' >= ${hypedAheadMs}`),
    valued('hype.category', sql`(${facts} ->> 'category')`),
    valued('hype.language', sql`(${facts} ->> 'language')`),
    valued('hype.platform', sql`(${facts} ->> 'platform')`),
    valued('hype.game', sql`(${facts} ->> 'game')`),
    valued('hype.group', sql`(${facts} ->> 'group')`),
    each('hype.season', sql`${facts} -> 'seasons'`),
  ],
  follow: (facts) => [
    once('follow.streamer', sql`${facts} -> 'platforms' is not null`),
    once('follow.game', sql`${facts} -> 'platforms' is null and ${facts} -> 'is_group' is null`),
    valued('follow.language', sql`(${facts} ->> 'language')`),
    each('follow.platform', sql`coalesce(${facts} -> 'platforms', '[]')`),
  ],
  proposal_approved: (facts) => [
    once('approved'),
    once('approved.ahead', sql`${facts} ->> 'ahead_ms' >= ${approvedAheadMs}`),
    valued('approved.category', sql`(${facts} ->> 'category')`),
    valued('approved.language', sql`(${facts} ->> 'language')`),
    valued('approved.platform', sql`(${facts} ->> 'platform')`),
    valued('approved.game', sql`(${facts} ->> 'game')`),
    each('approved.season', sql`${facts} -> 'seasons'`),
  ],
  own_event_published: (facts) => [
    once('own'),
    valued('own.month', sql`(${facts} ->> 'month')`),
    valued('own.category', sql`(${facts} ->> 'category')`),
  ],
  account_verified: (facts) => [
    once('account'),
    valued('account.platform', sql`(${facts} ->> 'platform')`),
  ],
  article_read: (facts) => [
    once('article'),
    valued('article.language', sql`(${facts} ->> 'language')`),
  ],
  daily_visit: (facts) => [
    once('visit'),
    valued('visit.streak', sql`(${facts} ->> 'streak')`),
    sql`select 'visit.year:' || value from json_each(${years}) where value <= ${facts} ->> 'years'`,
    each('visit.season', sql`${facts} -> 'seasons'`),
  ],
  onboarding_finished: () => [once('onboarding')],
  email_verified: () => [once('verified')],
  profile_completed: () => [once('profile')],
}

/** A JSON array of counters. `facts` yields JSON. */
export function raisedCountersJson(action: XpAction, facts: SQL): SQL<string> {
  const unionSql = sql.join(traitsOfAction[action](facts), sql` union all `)
  return sql<string>`(select json_group_array(trait) from (select null as trait union all ${unionSql})
    where trait is not null)`
}

/** Prefix of all counters of the action's achievements. */
export const counterPrefixes: Record<XpAction, string> = {
  hype: 'hype',
  follow: 'follow',
  proposal_approved: 'approved',
  own_event_published: 'own',
  account_verified: 'account',
  article_read: 'article',
  daily_visit: 'visit',
  onboarding_finished: 'onboarding',
  email_verified: 'verified',
  profile_completed: 'profile',
}
