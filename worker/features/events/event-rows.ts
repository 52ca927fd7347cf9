import { sql, type SQL } from 'drizzle-orm'
import { toInstant } from '#worker/contracts/time.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import {
  jsonOf,
  jsonRowList,
  nullable,
  rowOfJson,
  type Columns,
  type RowOf,
} from '#worker/db/row.ts'
import { eventGroups, games, streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import {
  eventChannels,
  eventParticipants,
  events,
  participationAnswers,
} from '#worker/db/schema/events.ts'
import { selectCompact } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { channelSubject } from '#worker/contracts/channel-hue.ts'
import {
  avatarPath,
  eventPosterPath,
  gameThumbnail,
  personSubject,
} from '#worker/features/media/generated-images/paths.ts'
import {
  channelPicture,
  eventPicture,
  gamePicture,
  streamerPicture,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import { streamerSubject } from '#worker/features/media/generated-images/streamer-subject.ts'
import type { ChannelView, EventSummary, EventView, Phase } from './contract.ts'
import { broadcastsColumn, toBroadcast } from './broadcasts.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'

const e = alias(events, 'e')
const g = alias(games, 'g')
const eg = alias(eventGroups, 'eg')
const p = alias(eventParticipants, 'p')
const c = alias(eventChannels, 'c')
const answered = alias(participationAnswers, 'answered')

/**
 * Of an event `e`: public. Nearly all are, which the planner has to be told: left to guess, it takes
 * them for a handful and walks them all rather than those of one game or group.
 */
export const isApproved = sql`likely(${e.status} = 'approved')`

const participantColumns = {
  streamerId: p.streamerId,
  displayName: p.displayName,
  platform: p.platform,
  account: p.account,
  avatar: streamerPicture(
    p.streamerId,
    sql`(select ${streamers.avatarPath} from ${streamers} where ${streamers.id} = ${p.streamerId})`,
  ),
  subject: streamerSubject(sql`${p.streamerId}`),
  confirmedAt: sql<number | null>`(select ${answered.answeredAt} from ${answered}
    where ${answered.eventId} = ${p.eventId} and ${answered.streamerId} = ${p.streamerId}
      and ${equals(answered.answer, 'confirmed')})`,
}

const owner = alias(streamers, 'owner')
const account = alias(streamingAccounts, 'owner_account')
const ownerColumns = { id: owner.id, displayName: owner.displayName, avatar: owner.avatarPath }

/** Of an event `e` with its game `g` and group `eg`: all that a card shows, so that a list is one query. */
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
  gameThumbnail: gamePicture(g.id, g.thumbnailPath),
  category: e.category,
  thumbnail: eventPicture(e.id, e.thumbnailPath),
  channelPicture: channelPicture(e.platform, e.streamingAccountName),
  groupId: nullable(eg.id),
  groupSlug: nullable(eg.slug),
  groupName: nullable(eg.name),
  seriesKey: e.seriesKey,
  hypeCount: e.hypeCount,
  proposerId: e.proposerId,
  createdAt: e.createdAt,
  participants: jsonRowList(
    participantColumns,
    sql`from (select * from ${eventParticipants} where ${eventParticipants.eventId} = ${e.id}
      order by ${eventParticipants.position}) p`,
  ),
  /** The streamer whose channel it is on, as JSON; not one who merely says that the channel is theirs. */
  owner: sql<string | null>`(select ${jsonOf(ownerColumns)} || '' from ${account}
    join ${owner} on ${owner.id} = ${account.streamerId}
    where ${account.platform} = ${e.platform}
      and ${account.nameKey} = lower(ltrim(${e.streamingAccountName}, '@'))
      and (${owner.userId} is null or ${account.verifiedAt} is not null))`,
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
  cancelReason: e.cancelReason,
  rejectionCode: e.rejectionCode,
  rejectionReason: e.rejectionReason,
}
export type EventDetailRow = RowOf<typeof detailColumns>

export const eventJoins = sql`left join ${g} on ${g.id} = ${e.gameId}
  left join ${eg} on ${eg.id} = ${e.groupId}`

/** `tail` follows the joins: where, order and limit, with `e` as the event. */
export function selectEvents(tail: SQL): Statement<EventRow[]> {
  return selectCompact(eventColumns, sql`from ${e} ${eventJoins} ${tail}`)
}

export function selectEventDetails(tail: SQL): Statement<EventDetailRow[]> {
  return selectCompact(detailColumns, sql`from ${e} ${eventJoins} ${tail}`)
}

/** The cross join keeps to this order: each is then looked up by its key. */
function pickedEvents(picked: SQL): SQL {
  return sql`(${picked}) pick cross join ${e} on ${e.id} = pick.id ${eventJoins}`
}

/**
 * The events whose `id` a statement picks, in `order` or else in none. Picked on their own, so that
 * participants and channels are put together only for those that are shown.
 */
export function selectEventsByIds(picked: SQL, order?: SQL): Statement<EventRow[]> {
  return selectCompact(
    eventColumns,
    sql`from ${pickedEvents(picked)} ${order && sql`order by ${order}`}`,
  )
}

/** As above, with columns of `pick` besides. */
export function selectPicked<const Of extends Columns>(
  columns: Of,
  picked: SQL,
): Statement<(EventRow & RowOf<Of>)[]> {
  return selectCompact(eventColumns, sql`from ${pickedEvents(picked)}`, columns)
}

export function selectEventDetailsByIds(picked: SQL): Statement<EventDetailRow[]> {
  return selectCompact(detailColumns, sql`from ${pickedEvents(picked)}`)
}

type Sorted = { where: SQL; order: SQL; limit: number }

/** The first by an order that no index has. */
export function selectFirstEvents({ where, order, limit }: Sorted): Statement<EventRow[]> {
  return selectEventsByIds(
    sql`select ${e.id} as id from ${e} where ${where} order by ${order} limit ${limit}`,
    order,
  )
}

export function phaseAt(event: { startAt: number; endAt: number }, now: number): Phase {
  if (now < event.startAt) return 'upcoming'
  return now < event.endAt ? 'live' : 'past'
}

function toParticipants({ participants }: EventRow): EventSummary['participants'] {
  return participants.map((person) => {
    const { streamerId, displayName, platform, account, confirmedAt } = person
    const subject = person.subject ?? personSubject(streamerId, displayName, { platform, account })
    return {
      streamer_id: streamerId,
      display_name: displayName,
      platform,
      account,
      avatar_path: person.avatar ?? avatarPath(subject, displayName),
      confirmed_at: confirmedAt === null ? null : toInstant(confirmedAt),
    }
  })
}

function toChannel({
  platform,
  accountName,
  owner,
  channelPicture: copy,
}: EventRow): ChannelView | null {
  if (accountName === null) return null
  const streamer = owner === null ? null : rowOfJson(ownerColumns, owner)
  const name = streamer?.displayName ?? accountName
  const subject = channelSubject({ platform, account: accountName })
  return {
    streamer_id: streamer?.id ?? null,
    name,
    avatar_path: streamer?.avatar ?? copy ?? avatarPath(subject, name),
  }
}

/** Every channel that shows the event, the primary one first, each once. */
function toWatchUrls({ platform: primary, accountName, channels }: EventRow): string[] {
  const own = accountName ? [{ platform: primary, account: accountName }] : []
  const urls = [...own, ...channels].map(({ platform, account }) =>
    platforms[platform].watchUrl(accountKey(account)),
  )
  return [...new Set(urls)]
}

export function toSummary(row: EventRow, now: number): EventSummary {
  const phase = phaseAt(row, now)
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
    thumbnail_path:
      row.thumbnail ?? eventPosterPath({ ...subject, name: row.name, category: row.category }),
    participants: toParticipants(row),
    group: subject.group,
    series_key: row.seriesKey,
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
export function maxAgeUntilPhaseChange(events: EventSummary[], now: number): number {
  let next = now + 60_000
  for (const { start, end } of events) {
    for (const at of [Date.parse(start), Date.parse(end)]) if (at > now && at < next) next = at
  }
  return Math.ceil((next - now) / 1000)
}
