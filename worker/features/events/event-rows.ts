import { sql, type SQL } from 'drizzle-orm'
import { createObjectMemo } from '#worker/contracts/memo.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { e, eg, g } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { jsonRowList, nullable, type Columns, type RowOf } from '#worker/db/row.ts'
import { eventChannels } from '#worker/db/schema/events.ts'
import {
  selectCompactRows,
  selectCompactSections,
  selectCompactRowsWithTotal,
} from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { eventPosterPath, gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import {
  channelPicturePathSql,
  eventPicturePathSql,
  gamePicturePathSql,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import type { EventGame, EventSummary, EventView, Phase } from './contract.ts'
import { broadcastsColumn, toBroadcastFields } from './broadcasts.ts'
import {
  channelOwnersColumn,
  ownerColumn,
  participantsColumn,
  toChannel,
  toParticipants,
} from './event-people.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'

const c = alias(eventChannels, 'c')

/** `likely`, as nearly all are: the planner would take them for a handful and walk them all. */
export const isApproved = sql`likely(${e.status} = 'approved')`

export const eventColumns = {
  id: e.id,
  slug: e.slug,
  name: e.name,
  startAt: e.startAt,
  endAt: e.endAt,
  timezone: e.timezone,
  timeCertainty: e.timeCertainty,
  status: e.status,
  approveAt: e.approveAt,
  approvedAt: e.approvedAt,
  cancelledAt: e.cancelledAt,
  previousStartAt: e.previousStartAt,
  language: e.language,
  platform: e.platform,
  accountName: e.streamingAccountName,
  gameId: nullable(g.id),
  gameSlug: nullable(g.slug),
  gameName: nullable(g.name),
  gameThumbnail: gamePicturePathSql(g.id, g.thumbnailPath),
  category: e.category,
  thumbnail: eventPicturePathSql(e.id, e.thumbnailPath),
  channelPicture: channelPicturePathSql(e.platform, e.streamingAccountName),
  groupId: nullable(eg.id),
  groupSlug: nullable(eg.slug),
  groupName: nullable(eg.name),
  seriesKey: e.seriesKey,
  hypeCount: e.hypeCount,
  proposerId: e.proposerId,
  createdAt: e.createdAt,
  participants: participantsColumn,
  owner: ownerColumn,
  channels: jsonRowList(
    { platform: c.platform, account: c.account },
    sql`from (select * from ${eventChannels} where ${eventChannels.eventId} = ${e.id}
      order by ${eventChannels.position}) c`,
  ),
  broadcasts: broadcastsColumn,
}
export type EventRow = RowOf<typeof eventColumns>

const detailColumns = {
  ...eventColumns,
  description: e.description,
  updatedAt: e.updatedAt,
  proofUrl: e.proofUrl,
  additionalInfo: e.additionalInfo,
  paidBy: e.paidBy,
  cancelReason: e.cancelReason,
  rejectionCode: e.rejectionCode,
  rejectionReason: e.rejectionReason,
  channelOwners: channelOwnersColumn,
}
export type EventDetailRow = RowOf<typeof detailColumns>

export const eventJoins = sql`left join ${g} on ${g.id} = ${e.gameId}
  left join ${eg} on ${eg.id} = ${e.groupId}`

/** `tail` follows the joins: where, order and limit, with `e` as the event. */
export function selectEvents(tail: SQL): Statement<EventRow[]> {
  return selectCompactRows(eventColumns, sql`from ${e} ${eventJoins} ${tail}`)
}

export function selectEventDetails(tail: SQL): Statement<EventDetailRow[]> {
  return selectCompactRows(detailColumns, sql`from ${e} ${eventJoins} ${tail}`)
}

/** The cross join keeps to this order: each is then looked up by its key. */
function joinPickedEvents(picked: SQL): SQL {
  return sql`(${picked}) pick cross join ${e} on ${e.id} = pick.id ${eventJoins}`
}

/** Picked on their own, so that participants and channels are read only of those that are shown. */
export function selectEventsByIds(picked: SQL, order?: SQL): Statement<EventRow[]> {
  return selectCompactRows(
    eventColumns,
    sql`from ${joinPickedEvents(picked)} ${order && sql`order by ${order}`}`,
  )
}

export function selectEventsWithColumns<const Of extends Columns>(
  columns: Of,
  picked: SQL,
): Statement<(EventRow & RowOf<Of>)[]> {
  return selectCompactRows(eventColumns, sql`from ${joinPickedEvents(picked)}`, columns)
}

export function selectEventsWithColumnsAndTotal<const Of extends Columns>(
  columns: Of,
  total: SQL<number>,
  picked: SQL,
): Statement<{ rows: (EventRow & RowOf<Of>)[]; total: number }> {
  const tail = sql`from ${joinPickedEvents(picked)}`
  return selectCompactRowsWithTotal(eventColumns, tail, { beside: columns, total })
}

/** `section` numbers the list, `rank` orders it. */
export function selectEventSections(picked: SQL, count: number): Statement<EventRow[][]> {
  return selectCompactSections(
    { columns: eventColumns, section: sql`pick.section`, count },
    sql`from ${joinPickedEvents(picked)} order by pick.rank, ${e.id}`,
  )
}

export function selectEventDetailsByIds(picked: SQL): Statement<EventDetailRow[]> {
  return selectCompactRows(detailColumns, sql`from ${joinPickedEvents(picked)}`)
}

type SortedEventsQuery = { where: SQL; order: SQL; limit: number }

export function selectFirstEvents({
  where,
  order,
  limit,
}: SortedEventsQuery): Statement<EventRow[]> {
  return selectEventsByIds(
    sql`select ${e.id} as id from ${e} where ${where} order by ${order} limit ${limit}`,
    order,
  )
}

export function derivePhase(event: { startAt: number; endAt: number }, now: number): Phase {
  if (now < event.startAt) return 'upcoming'
  return now < event.endAt ? 'live' : 'past'
}

function toWatchUrls({ platform: primary, accountName, channels }: EventRow): string[] {
  const primaryChannel = accountName ? [{ platform: primary, account: accountName }] : []
  const urls = [...primaryChannel, ...channels].map(({ platform, account }) =>
    platforms[platform].watchUrl(accountKey(account)),
  )
  return [...new Set(urls)]
}

const summaries = createObjectMemo<EventSummary>()

/** A repeated row gives the same frozen object, while its phase is the same. */
export function toEventSummary(row: EventRow, now: number): EventSummary {
  const phase = derivePhase(row, now)
  // Broadcasts count for a while only.
  if (row.broadcasts.length > 0) return createEventSummary(row, phase, now)
  return summaries(row, phase, () => createEventSummary(row, phase, now))
}

function createEventSummary(row: EventRow, phase: Phase, now: number): EventSummary {
  const subject = {
    id: row.id,
    platform: row.platform,
    streaming_account_name: row.accountName,
    channel: toChannel(row),
    group:
      row.groupId === null
        ? null
        : { id: row.groupId, slug: row.groupSlug ?? '', name: row.groupName ?? '' },
  }
  const game: EventGame | null =
    row.gameId === null
      ? null
      : {
          id: row.gameId,
          slug: row.gameSlug ?? '',
          name: row.gameName ?? '',
          ...gameThumbnail(row.gameId, row.gameThumbnail),
        }
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
    channel: subject.channel,
    watch_urls: toWatchUrls(row),
    game,
    category: row.category,
    thumbnail_path: row.thumbnail ?? eventPosterPath(subject),
    participants: toParticipants(row.participants),
    group: subject.group,
    series_key: row.seriesKey,
    hype_count: row.hypeCount,
    ...toBroadcastFields({ ...row, phase }, now),
  }
}

export function toEventView(row: EventDetailRow, now: number): EventView {
  return {
    ...toEventSummary(row, now),
    description: row.description,
    proof_url: row.proofUrl,
    additional_info: row.additionalInfo,
    paid_by: row.paidBy,
    cancel_reason: row.cancelReason,
    channel_owners: toParticipants(row.channelOwners),
  }
}

/** When a page that shows these events goes stale: at the next start or end, 60 s at most. */
export function maxAgeUntilPhaseChange(events: EventSummary[], now: number): number {
  let next = now + 60_000
  for (const { phase, start, end } of events) {
    if (phase === 'past') continue
    const at = Date.parse(phase === 'upcoming' ? start : end)
    if (at > now && at < next) next = at
  }
  return Math.ceil((next - now) / 1000)
}
