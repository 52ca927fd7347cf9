import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import {
  followedEventIds,
  hypedEventIds,
  type Window,
} from '#worker/features/events/calendar/member-events.ts'
import { isApproved, selectEventDetailsByIds } from '#worker/features/events/event-rows.ts'
import { AppError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { keptCancelledMs, toFeedEvent, type FeedEvent } from './feed-events.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const mostEvents = 500
const mostDeparted = 200
/** What is over stays for a month, as what was cancelled does. */
const keptPastMs = keptCancelledMs
/** No event may start later. */
const furthestMs = 3 * 366 * dayMs

/** An event that was public and no longer is. */
export type DepartedEvent = {
  id: EventId
  startAt: number
  createdAt: number
  changedAt: number
}
export type PersonalFeed = { locale: Locale; events: FeedEvent[]; departed: DepartedEvent[] }

type FeedRow = { id: number; locale: Locale; lastUsedAt: number | null }

/** Whose calendar has this hash, unless it leaves out what concerns them so, or they are gone. */
function ownerOf(hash: string, concern: 'hyped' | 'followed'): SQL {
  return sql`(select f.user_id from calendar_feeds f join users u on u.id = f.user_id
    where f.token_hash = ${hash} and u.is_active and f.scope in (${concern}, 'both'))`
}

function concerning(hash: string, window: Window, statuses?: SQL): SQL {
  const followed = followedEventIds(ownerOf(hash, 'followed'), {
    ...window,
    ...(statuses && { statuses }),
  })
  return sql`(${hypedEventIds(ownerOf(hash, 'hyped'))} union ${followed}) own
    cross join events e on e.id = own.id`
}

/** What runs and comes, the soonest first, then what is over, the last first. */
function pickEvents({ now }: Ctx, hash: string, window: Window): SQL {
  return sql`select e.id from ${concerning(hash, window)}
    where ${isApproved} and e.start_at < ${window.to} and e.end_at > ${window.from}
      and (e.cancelled_at is null or e.cancelled_at > ${now - keptCancelledMs})
    order by e.end_at <= ${now}, iif(e.end_at <= ${now}, -e.start_at, e.start_at), e.id
    limit ${mostEvents}`
}

/** At the start that was public: a later one may be under review. */
function selectDeparted(ctx: Ctx, hash: string, window: Window): Statement<DepartedEvent[]> {
  const statuses = sql`e.status in ('pending', 'rejected', 'disabled')`
  return rows<DepartedEvent>(
    ctx.db,
    sql`select e.id, coalesce(e.previous_start_at, e.start_at) as startAt,
        e.created_at as createdAt, e.updated_at as changedAt
      from ${concerning(hash, window, statuses)}
      where ${statuses} and exists (select 1 from audit_entries where subject_type = 'event'
        and subject_id = e.id and from_state = 'approved' and to_state <> 'approved'
        and at > ${ctx.now - keptCancelledMs})
      order by e.updated_at desc, e.id limit ${mostDeparted}`,
  )
}

/** At most a write an hour, however often a program asks. */
async function markUsed(ctx: Ctx, { id, lastUsedAt }: FeedRow): Promise<void> {
  const hour = ctx.now - (ctx.now % hourMs)
  if (lastUsedAt !== null && lastUsedAt >= hour) return
  await write(ctx, [
    rows(ctx.db, sql`update calendar_feeds set last_used_at = ${hour} where id = ${id}`),
  ])
}

/**
 * What the calendar with this token holds.
 * @throws AppError where there is none, it was revoked, or its owner is gone or inactive.
 */
export async function readPersonalFeed(ctx: Ctx, token: string): Promise<PersonalFeed> {
  const hash = sha256(token)
  const window = { from: ctx.now - keptPastMs, to: ctx.now + furthestMs }
  const [[feed], found, departed] = await read(ctx, [
    rows<FeedRow>(
      ctx.db,
      sql`select f.id, u.interface_language as locale, f.last_used_at as lastUsedAt
        from calendar_feeds f join users u on u.id = f.user_id
        where f.token_hash = ${hash} and u.is_active`,
    ),
    selectEventDetailsByIds(ctx.db, pickEvents(ctx, hash, window)),
    selectDeparted(ctx, hash, window),
  ])
  if (!feed) throw new AppError('not_found', 'calendar_feed_not_found')
  await markUsed(ctx, feed)
  const events = found
    .toSorted((a, b) => a.startAt - b.startAt || a.id - b.id)
    .map((row) => toFeedEvent(row, ctx.now))
  return { locale: feed.locale, events, departed }
}
