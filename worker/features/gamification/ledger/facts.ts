import { sql, type SQL } from 'drizzle-orm'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { alias } from '#worker/db/write-sql.ts'
import { seasons, type SeasonName } from './achievement-catalogue.ts'
import type { XpAction } from './ledger-rules.ts'

const seasonNames = Object.keys(seasons) as SeasonName[]

function listSeasonsAt(at: number): string[] {
  const day = new Date(at).toISOString()
  const monthDay = day.slice(5, 10)
  return seasonNames
    .filter((name) => seasons[name][0] <= monthDay && monthDay <= seasons[name][1])
    .map((name) => `${name}-${day.slice(0, 4)}`)
}

type ActionOccurrence = {
  userId: SQL | number
  action: XpAction
  subject: SQL | string
  moment: LedgerTimes
}

/** Values, or what stands for them in a prepared statement. */
export type LedgerTimes = {
  now: number | SQL<number>
  hourAgo: number | SQL<number>
  dayAgo: number | SQL<number>
  yesterday: string | SQL<string>
  /** JSON. */
  seasons: string | SQL<string>
}

export function ledgerTimesAt(now: number) {
  return {
    now,
    hourAgo: now - hourMs,
    dayAgo: now - dayMs,
    yesterday: `day:${formatUtcDay(now - dayMs)}`,
    seasons: JSON.stringify({ seasons: listSeasonsAt(now) }),
  }
}

const y = alias(xpEntries, 'y')
const formatUtcDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Event facts of the event that a subject such as `event:12` names, as it is at that instant. */
function selectEventFacts({ subject, moment: { now } }: ActionOccurrence): SQL {
  return sql`(select json_object('category', ${events.category}, 'language', ${events.language},
      'platform', ${events.platform}, 'game', ${events.gameId}, 'group', ${events.groupId},
      'ahead_ms', ${events.startAt} - ${now},
      'listed_ms', ${now} - coalesce(${events.approvedAt}, ${events.createdAt}),
      'month', strftime('%Y-%m', ${events.startAt} / 1000, 'unixepoch'))
    from ${events} where ${events.id} = cast(substr(${subject}, 7) as integer))`
}

/** Follow facts of `streamer:12`, and that `group:12` is a group; games have none. */
function selectFollowFacts({ subject }: ActionOccurrence): SQL {
  return sql`iif(${subject} like 'group:%', json_object('is_group', 1),
    (select json_object('language', ${streamers.language},
      'platforms', (select json_group_array(distinct ${streamingAccounts.platform})
        from ${streamingAccounts} where ${streamingAccounts.streamerId} = ${streamers.id}))
    from ${streamers} where ${subject} like 'streamer:%'
      and ${streamers.id} = cast(substr(${subject}, 10) as integer)))`
}

/** Visit facts of `day:2026-11-23`: the days in a row up to it, and the full years since joining. */
function selectVisitFacts({ userId, moment: { now, yesterday } }: ActionOccurrence): SQL {
  const joined = sql`${users.createdAt} / 1000, 'unixepoch'`
  const today = sql`${now} / 1000, 'unixepoch'`
  return sql`(select json_object(
      'streak', 1 + coalesce((select ${y.facts} ->> 'streak' from ${y}
        where ${y.userId} = ${users.id} and ${y.action} = 'daily_visit'
          and ${y.subject} = ${yesterday} and ${y.isReversal} = 0 and ${y.round} = 0), 0),
      'years', strftime('%Y', ${today}) - strftime('%Y', ${joined})
        - (strftime('%m-%d', ${today}) < strftime('%m-%d', ${joined})))
    from ${users} where ${users.id} = ${userId})`
}

function selectAccountFacts({ subject }: ActionOccurrence): SQL {
  const accountSubject = sql`substr(${subject}, 9)`
  return sql`json_object('platform', substr(${accountSubject}, 1, instr(${accountSubject}, ':') - 1))`
}

function selectArticleFacts({ subject }: ActionOccurrence): SQL {
  return sql`(select json_object('language', ${articles.language}) from ${articles}
    where ${articles.id} = cast(substr(${subject}, 9) as integer))`
}

const factsOfAction: Partial<Record<XpAction, (act: ActionOccurrence) => SQL>> = {
  hype: selectEventFacts,
  proposal_approved: selectEventFacts,
  own_event_published: selectEventFacts,
  follow: selectFollowFacts,
  daily_visit: selectVisitFacts,
  account_verified: selectAccountFacts,
  article_read: selectArticleFacts,
}

/** Stored with the entry, so that rules can be evaluated later regardless of changes. */
export function entryFactsJson(act: ActionOccurrence): SQL<string> {
  const own = factsOfAction[act.action]?.(act) ?? sql`null`
  return sql<string>`json_patch(coalesce(${own}, '{}'), ${act.moment.seasons})`
}
