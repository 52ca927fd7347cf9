import { sql } from 'drizzle-orm'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { e } from '#worker/db/aliases.ts'
import { jsonRowList, type RowOf } from '#worker/db/row.ts'
import { eventBroadcasts } from '#worker/db/schema/live.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { EventSummary, OnAirView, Phase, TimeCertainty } from './contract.ts'
import { accountKey } from '#worker/contracts/platforms.ts'

const b = alias(eventBroadcasts, 'b')

const broadcastColumns = {
  platform: b.platform,
  nameKey: b.nameKey,
  isOnAir: b.isOnAir,
  polledAt: b.polledAt,
  freshUntil: b.freshUntil,
  seenAt: b.seenAt,
  title: b.title,
  since: b.since,
  viewers: b.viewers,
  vodUrl: b.vodUrl,
}
export type BroadcastRow = RowOf<typeof broadcastColumns>

export const broadcastsColumn = jsonRowList(
  broadcastColumns,
  sql`from ${b} where ${b.eventId} = ${e.id}`,
)

type BroadcastFields = Pick<EventSummary, 'on_air' | 'is_late' | 'vod_url'>
const nothing: BroadcastFields = { on_air: null, is_late: false, vod_url: null }

type WatchedEvent = {
  phase: Phase
  startAt: number
  timeCertainty: TimeCertainty
  cancelledAt: number | null
  platform: Platform
  accountName: string | null
  broadcasts: BroadcastRow[]
}

export function toBroadcastFields(event: WatchedEvent, now: number): BroadcastFields {
  const { broadcasts } = event
  if (broadcasts.length === 0) return nothing
  const primaryKey = event.accountName === null ? '' : accountKey(event.accountName)
  const isPrimary = ({ platform, nameKey }: BroadcastRow) =>
    platform === event.platform && nameKey === primaryKey
  const sorted = broadcasts.toSorted(
    (a, b) => Number(isPrimary(b)) - Number(isPrimary(a)) || b.viewers - a.viewers,
  )
  const fresh = sorted.filter(({ freshUntil }) => freshUntil > now)
  const onAir = fresh.find(({ isOnAir }) => isOnAir)
  const isSeen = ({ seenAt }: BroadcastRow) => seenAt !== null && seenAt >= event.startAt
  const isAwaited =
    event.phase === 'live' && event.timeCertainty === 'exact' && event.cancelledAt === null
  const isMissed = fresh.some((one) => isPrimary(one) && one.polledAt >= event.startAt)
  const recording =
    event.phase === 'past' ? sorted.find((one) => isSeen(one) && one.vodUrl !== null) : undefined
  return {
    on_air: onAir ? toOnAir(onAir) : null,
    is_late: isAwaited && isMissed && !onAir && !broadcasts.some(isSeen),
    vod_url: recording?.vodUrl ?? null,
  }
}

/** Thumbnails are the platform's: a page asks nothing there before a click. */
function toOnAir({ polledAt, title, since, viewers }: BroadcastRow): OnAirView {
  return {
    title: title ?? '',
    viewers,
    thumbnail_path: null,
    since: toInstant(since ?? polledAt),
  }
}
