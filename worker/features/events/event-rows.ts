import { sql, type SQL } from 'drizzle-orm'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Database, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import {
  avatarPath,
  gameThumbnail,
  posterPath,
} from '#worker/features/media/generated-images/paths.ts'
import type { EventStatus, EventSummary, EventView, Phase, TimeCertainty } from './contract.ts'
import { broadcastsColumn, toBroadcast } from './broadcasts.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'

/** No event is longer, so a live one started within this. */
export const longestMs = 60 * 86_400_000

/**
 * Of an event `e`: public. Nearly all are, which the planner has to be told: left to guess, it takes
 * them for a handful and walks them all rather than those of one game or group.
 */
export const isApproved = sql.raw(`likely(e.status = 'approved')`)

/** One statement's row: an event with all that a card shows, so that a list is one query. */
export type EventRow = {
  id: EventId
  slug: string
  name: string
  startAt: number
  endAt: number
  timezone: string
  timeCertainty: TimeCertainty
  status: EventStatus
  approveAt: number | null
  approvedAt: number | null
  cancelledAt: number | null
  previousStartAt: number | null
  language: Language
  platform: Platform
  accountName: string | null
  gameId: GameId | null
  gameSlug: string | null
  gameName: string | null
  gameThumbnail: string | null
  category: Category
  thumbnail: string | null
  groupSlug: string | null
  groupName: string | null
  hypeCount: number
  proposerId: UserId | null
  createdAt: number
  /** JSON arrays. */
  participants: string
  channels: string
  broadcasts: string
}
export type EventDetailRow = EventRow & {
  description: string
  updatedAt: number
  proofUrl: string
  additionalInfo: string | null
  cancelReason: string | null
  rejectionCode: string | null
  rejectionReason: string | null
}

/** Of an event `e` with its game `g` and group `eg`. */
export const eventColumns: Columns<EventRow> = {
  id: 'e.id',
  slug: 'e.slug',
  name: 'e.name',
  startAt: 'e.start_at',
  endAt: 'e.end_at',
  timezone: 'e.timezone',
  timeCertainty: 'e.time_certainty',
  status: 'e.status',
  approveAt: 'e.approve_at',
  approvedAt: 'e.approved_at',
  cancelledAt: 'e.cancelled_at',
  previousStartAt: 'e.previous_start_at',
  language: 'e.language',
  platform: 'e.platform',
  accountName: 'e.streaming_account_name',
  gameId: 'g.id',
  gameSlug: 'g.slug',
  gameName: 'g.name',
  gameThumbnail: 'g.thumbnail_path',
  category: 'e.category',
  thumbnail: 'e.thumbnail_path',
  groupSlug: 'eg.slug',
  groupName: 'eg.name',
  hypeCount: 'e.hype_count',
  proposerId: 'e.proposer_id',
  createdAt: 'e.created_at',
  participants: `(select json_group_array(json_array(p.streamer_id, p.display_name, p.platform, p.account,
     (select avatar_path from streamers s where s.id = p.streamer_id))) || ''
   from (select * from event_participants where event_id = e.id order by position) p)`,
  channels: `(select json_group_array(json_array(c.platform, c.account)) || ''
   from (select * from event_channels where event_id = e.id order by position) c)`,
  broadcasts: broadcastsColumn,
}
const summaryColumns = named(eventColumns)
const detailColumns = sql.raw(`
  , e.description, e.proof_url as proofUrl, e.additional_info as additionalInfo,
  e.cancel_reason as cancelReason, e.rejection_code as rejectionCode, e.rejection_reason as rejectionReason,
  e.updated_at as updatedAt`)
export const eventJoins = sql.raw(
  `left join games g on g.id = e.game_id left join event_groups eg on eg.id = e.group_id`,
)

/** `tail` follows the joins: where, order and limit, with `e` as the event. */
export function selectEvents(db: Database, tail: SQL): Statement<EventRow[]> {
  return rows<EventRow>(db, sql`select ${summaryColumns} from events e ${eventJoins} ${tail}`)
}

/**
 * The events whose `id` a statement picks, in `order` or else in none. Picked on their own, so that
 * participants and channels are put together only for those that are shown.
 */
export function selectEventsByIds(db: Database, picked: SQL, order?: SQL): Statement<EventRow[]> {
  return rows<EventRow>(
    db,
    sql`select ${summaryColumns} from ${pickedEvents(picked)} ${order ? sql`order by ${order}` : sql``}`,
  )
}

type Sorted = { where: SQL; order: SQL; limit: number }

/** The first by an order that no index has. */
export function selectFirstEvents(
  db: Database,
  { where, order, limit }: Sorted,
): Statement<EventRow[]> {
  const picked = sql`select e.id from events e where ${where} order by ${order} limit ${limit}`
  return selectEventsByIds(db, picked, order)
}

export function selectEventDetailsByIds(db: Database, picked: SQL): Statement<EventDetailRow[]> {
  return rows<EventDetailRow>(
    db,
    sql`select ${summaryColumns} ${detailColumns} from ${pickedEvents(picked)}`,
  )
}

/** The cross join keeps to this order: each is then looked up by its key. */
function pickedEvents(picked: SQL): SQL {
  return sql`(${picked}) pick cross join events e on e.id = pick.id ${eventJoins}`
}

export function selectEventDetails(db: Database, tail: SQL): Statement<EventDetailRow[]> {
  return rows<EventDetailRow>(
    db,
    sql`select ${summaryColumns} ${detailColumns} from events e ${eventJoins} ${tail}`,
  )
}

export function phaseAt(event: { startAt: number; endAt: number }, now: number): Phase {
  if (now < event.startAt) return 'upcoming'
  return now < event.endAt ? 'live' : 'past'
}

type ParticipantTuple = [number | null, string, Platform | null, string | null, string | null]

function toParticipants(row: EventRow): EventSummary['participants'] {
  return (JSON.parse(row.participants) as ParticipantTuple[]).map(
    ([streamerId, displayName, platform, account, avatar], index) => ({
      streamer_id: streamerId,
      display_name: displayName,
      platform,
      account,
      avatar_path: avatar ?? avatarPath(streamerId ?? row.id * 100 + index, displayName),
    }),
  )
}

/** Every channel that shows the event, the primary one first, each once. */
function toWatchUrls(row: EventRow): string[] {
  const channels = JSON.parse(row.channels) as [Platform, string][]
  if (row.accountName) channels.unshift([row.platform, row.accountName])
  return [
    ...new Set(
      channels.map(([platform, account]) => platforms[platform].watchUrl(accountKey(account))),
    ),
  ]
}

export function toSummary(row: EventRow, now: number): EventSummary {
  const phase = phaseAt(row, now)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    start: toInstant(row.startAt),
    end: toInstant(row.endAt),
    timezone: row.timezone,
    time_certainty: row.timeCertainty,
    phase,
    status: row.status,
    cancelled_at: row.cancelledAt === null ? null : toInstant(row.cancelledAt),
    previous_start:
      row.previousStartAt === null || row.previousStartAt === row.startAt
        ? null
        : toInstant(row.previousStartAt),
    language: row.language,
    platform: row.platform,
    streaming_account_name: row.accountName,
    watch_urls: toWatchUrls(row),
    game:
      row.gameId === null
        ? null
        : {
            id: row.gameId,
            slug: row.gameSlug ?? '',
            name: row.gameName ?? '',
            ...gameThumbnail(row.gameId, row.gameName ?? '', row.gameThumbnail),
          },
    category: row.category,
    thumbnail_path: row.thumbnail ?? posterPath(row.id, row.category),
    participants: toParticipants(row),
    group: row.groupSlug === null ? null : { slug: row.groupSlug, name: row.groupName ?? '' },
    hype_count: row.hypeCount,
    ...toBroadcast({ ...row, phase }, now),
  }
}

export function toView(row: EventDetailRow, now: number): EventView {
  return {
    ...toSummary(row, now),
    description: row.description,
    proof_url: row.proofUrl,
    additional_info: row.additionalInfo,
    cancel_reason: row.cancelReason,
  }
}

/** When a page that shows these events goes stale: at the next start or end, 60 s at most. */
export function secondsUntilPhaseChange(events: EventSummary[], now: number): number {
  let next = now + 60_000
  for (const { start, end } of events) {
    for (const at of [Date.parse(start), Date.parse(end)]) if (at > now && at < next) next = at
  }
  return Math.ceil((next - now) / 1000)
}
