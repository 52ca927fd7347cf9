import { sql, type SQL } from 'drizzle-orm'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { read, write, type Ctx } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { e, u } from '#worker/db/aliases.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import type { RowOf } from '#worker/db/row.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import {
  followedEventIds,
  hypedEventIds,
  type EventTimeRange,
} from '#worker/features/events/calendar/member-events.ts'
import { isApproved, selectEventDetailsByIds } from '#worker/features/events/event-rows.ts'
import { AppError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { cancelledEventRetentionMs, toFeedEvent, type FeedEvent } from './feed-events.ts'
import { selectInstallationId } from './installation.ts'
import { alias } from '#worker/db/write-sql.ts'

const f = alias(calendarFeeds, 'f')

const mostEvents = 500
const mostDeparted = 200
const keptPastMs = cancelledEventRetentionMs
/** No event may start later. */
const furthestMs = 3 * 366 * dayMs

const departedColumns = {
  id: e.id,
  /** At the start that was public: a later one may be under review. */
  startAt: sql<number>`coalesce(${e.previousStartAt}, ${e.startAt})`,
  createdAt: e.createdAt,
  changedAt: e.updatedAt,
}
export type WithdrawnEvent = RowOf<typeof departedColumns>
export type PersonalFeed = {
  locale: Locale
  events: FeedEvent[]
  departed: WithdrawnEvent[]
  installation: string
}

const selectFeed = prepare(({ hash }: Params<{ hash: string }>) =>
  selectFirst(
    { id: f.id, locale: u.interfaceLanguage, lastUsedAt: f.lastUsedAt },
    sql`from ${f} join ${u} on ${u.id} = ${f.userId} where ${f.tokenHash} = ${hash} and ${u.isActive}`,
  ),
)
type PersonalFeedRow = NonNullable<ResultOf<ReturnType<typeof selectFeed>>>

function selectFeedOwner(hash: string, concern: 'hyped' | 'followed'): SQL {
  return sql`(select ${f.userId} from ${f} join ${u} on ${u.id} = ${f.userId}
    where ${f.tokenHash} = ${hash} and ${u.isActive} and ${f.scope} in (${concern}, 'both'))`
}

function joinOwnersEvents(hash: string, window: EventTimeRange, statuses?: SQL): SQL {
  const followed = followedEventIds(selectFeedOwner(hash, 'followed'), {
    ...window,
    ...(statuses && { statuses }),
  })
  return sql`(${hypedEventIds(selectFeedOwner(hash, 'hyped'))} union ${followed}) own
    cross join ${e} on ${e.id} = own.id`
}

/** The soonest first, then events that are over, the last first. */
function selectFeedEventIds({ now }: Ctx, hash: string, window: EventTimeRange): SQL {
  return sql`select ${e.id} from ${joinOwnersEvents(hash, window)}
    where ${isApproved} and ${e.startAt} < ${window.to} and ${e.endAt} > ${window.from}
      and (${e.cancelledAt} is null or ${e.cancelledAt} > ${now - cancelledEventRetentionMs})
    order by ${e.endAt} <= ${now}, iif(${e.endAt} <= ${now}, -${e.startAt}, ${e.startAt}), ${e.id}
    limit ${mostEvents}`
}

function selectWithdrawnEvents(
  ctx: Ctx,
  hash: string,
  window: EventTimeRange,
): Statement<WithdrawnEvent[]> {
  const statuses = sql`${e.status} in ('pending', 'rejected', 'disabled')`
  const { subjectType, subjectId, fromState, toState, at } = auditEntries
  return select(
    departedColumns,
    sql`from ${joinOwnersEvents(hash, window, statuses)}
      where ${statuses} and exists (select 1 from ${auditEntries} where ${subjectType} = 'event'
        and ${subjectId} = ${e.id} and ${fromState} = 'approved' and ${toState} <> 'approved'
        and ${at} > ${ctx.now - cancelledEventRetentionMs})
      order by ${e.updatedAt} desc, ${e.id} limit ${mostDeparted}`,
  )
}

/** At most a write an hour, however often a program asks. */
async function markFeedUsed(ctx: Ctx, { id, lastUsedAt }: PersonalFeedRow): Promise<void> {
  const hour = ctx.now - (ctx.now % hourMs)
  if (lastUsedAt !== null && lastUsedAt >= hour) return
  await write(ctx, [
    update(calendarFeeds, { lastUsedAt: hour }, { where: sql`${calendarFeeds.id} = ${id}` }),
  ])
}

/** @throws AppError where there is none, it was revoked, or its owner is gone or inactive. */
export async function readPersonalFeed(ctx: Ctx, token: string): Promise<PersonalFeed> {
  const hash = sha256(token)
  const window = { from: ctx.now - keptPastMs, to: ctx.now + furthestMs }
  const { feed, found, departed, installation } = await read(ctx, {
    feed: selectFeed({ hash }),
    found: selectEventDetailsByIds(selectFeedEventIds(ctx, hash, window)),
    departed: selectWithdrawnEvents(ctx, hash, window),
    installation: selectInstallationId(),
  })
  if (!feed) throw new AppError('not_found', 'calendar_feed_not_found')
  await markFeedUsed(ctx, feed)
  const events = found
    .toSorted((a, b) => a.startAt - b.startAt || a.id - b.id)
    .map((row) => toFeedEvent(row, ctx.now))
  return { locale: feed.locale, events, departed, installation }
}
