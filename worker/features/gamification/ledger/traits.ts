import { sql, type SQL } from 'drizzle-orm'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { AchievementCounter } from './achievement-catalogue.ts'
import type { XpAction } from './ledger-rules.ts'

/** Listed for less than this when it was hyped. */
const earlyMs = hourMs
const hypedAheadMs = 7 * dayMs
const approvedAheadMs = 14 * dayMs
const years = JSON.stringify(Array.from({ length: 30 }, (_, index) => index + 1))

const traitSql = (counter: AchievementCounter, when: SQL = sql`true`) =>
  sql`select ${counter} where ${when}`
/** A counter with the value in the facts; no row without one. */
const traitWithValueSql = (counter: AchievementCounter, value: SQL) =>
  sql`select ${`${counter}:`} || ${value}`
const traitPerValueSql = (counter: AchievementCounter, values: SQL) =>
  sql`select ${`${counter}:`} || value from json_each(${values})`

const traitsOfAction: Record<XpAction, (facts: SQL) => SQL[]> = {
  hype: (facts) => [
    traitSql('hype'),
    traitSql('hype.early', sql`${facts} ->> 'listed_ms' between 0 and ${earlyMs}`),
    traitSql('hype.ahead', sql`${facts} ->> 'ahead_ms' >= ${hypedAheadMs}`),
    traitWithValueSql('hype.category', sql`(${facts} ->> 'category')`),
    traitWithValueSql('hype.language', sql`(${facts} ->> 'language')`),
    traitWithValueSql('hype.platform', sql`(${facts} ->> 'platform')`),
    traitWithValueSql('hype.game', sql`(${facts} ->> 'game')`),
    traitWithValueSql('hype.group', sql`(${facts} ->> 'group')`),
    traitPerValueSql('hype.season', sql`${facts} -> 'seasons'`),
  ],
  follow: (facts) => [
    traitSql('follow.streamer', sql`${facts} -> 'platforms' is not null`),
    traitSql(
      'follow.game',
      sql`${facts} -> 'platforms' is null and ${facts} -> 'is_group' is null`,
    ),
    traitWithValueSql('follow.language', sql`(${facts} ->> 'language')`),
    traitPerValueSql('follow.platform', sql`coalesce(${facts} -> 'platforms', '[]')`),
  ],
  proposal_approved: (facts) => [
    traitSql('approved'),
    traitSql('approved.ahead', sql`${facts} ->> 'ahead_ms' >= ${approvedAheadMs}`),
    traitWithValueSql('approved.category', sql`(${facts} ->> 'category')`),
    traitWithValueSql('approved.language', sql`(${facts} ->> 'language')`),
    traitWithValueSql('approved.platform', sql`(${facts} ->> 'platform')`),
    traitWithValueSql('approved.game', sql`(${facts} ->> 'game')`),
    traitPerValueSql('approved.season', sql`${facts} -> 'seasons'`),
  ],
  own_event_published: (facts) => [
    traitSql('own'),
    traitWithValueSql('own.month', sql`(${facts} ->> 'month')`),
    traitWithValueSql('own.category', sql`(${facts} ->> 'category')`),
  ],
  account_verified: (facts) => [
    traitSql('account'),
    traitWithValueSql('account.platform', sql`(${facts} ->> 'platform')`),
  ],
  article_read: (facts) => [
    traitSql('article'),
    traitWithValueSql('article.language', sql`(${facts} ->> 'language')`),
  ],
  daily_visit: (facts) => [
    traitSql('visit'),
    traitWithValueSql('visit.streak', sql`(${facts} ->> 'streak')`),
    sql`select 'visit.year:' || value from json_each(${years}) where value <= ${facts} ->> 'years'`,
    traitPerValueSql('visit.season', sql`${facts} -> 'seasons'`),
  ],
  onboarding_finished: () => [traitSql('onboarding')],
  email_verified: () => [traitSql('verified')],
  profile_completed: () => [traitSql('profile')],
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
