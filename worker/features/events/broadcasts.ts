import type { Platform } from '#worker/contracts/enumerations.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { EventSummary, Phase, TimeCertainty } from './contract.ts'
import { accountKey } from '#worker/contracts/platforms.ts'

/** Of an event `e`, as JSON: what was seen of it on its channels; nearly always nothing. */
export const broadcastsColumn = `(select json_group_array(json_array(b.platform, b.name_key, b.is_on_air,
     b.polled_at, b.fresh_until, b.seen_at, b.title, b.since, b.viewers, b.vod_url)) || ''
   from event_broadcasts b where b.event_id = e.id)`

type Tuple = [
  platform: Platform,
  nameKey: string,
  isOnAir: 0 | 1,
  polledAt: number,
  freshUntil: number,
  seenAt: number | null,
  title: string | null,
  since: number | null,
  viewers: number,
  vodUrl: string | null,
]

type Shown = Pick<EventSummary, 'on_air' | 'is_late' | 'vod_url'>
const nothing: Shown = { on_air: null, is_late: false, vod_url: null }

type Watched = {
  phase: Phase
  startAt: number
  timeCertainty: TimeCertainty
  cancelledAt: number | null
  platform: Platform
  accountName: string | null
  broadcasts: string
}

/** What the platforms say of an event; nothing where nobody asked them of late. */
export function toBroadcast(event: Watched, now: number): Shown {
  if (event.broadcasts === '[]') return nothing
  const all = JSON.parse(event.broadcasts) as Tuple[]
  const own = event.accountName === null ? '' : accountKey(event.accountName)
  const isPrimary = ([platform, key]: Tuple) => platform === event.platform && key === own
  const sorted = all.toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)) || b[8] - a[8])
  const fresh = sorted.filter(([, , , , freshUntil]) => freshUntil > now)
  const onAir = fresh.find(([, , isOnAir]) => isOnAir)
  const isSeen = ([, , , , , seenAt]: Tuple) => seenAt !== null && seenAt >= event.startAt
  const isAwaited =
    event.phase === 'live' && event.timeCertainty === 'exact' && event.cancelledAt === null
  const isMissed = fresh.some((one) => isPrimary(one) && one[3] >= event.startAt)
  const vod = event.phase === 'past' ? sorted.find((one) => isSeen(one) && one[9] !== null) : null
  return {
    on_air: onAir ? toOnAir(onAir) : null,
    is_late: isAwaited && isMissed && !onAir && !all.some(isSeen),
    vod_url: vod?.[9] ?? null,
  }
}

/** Thumbnails are the platform's: a page asks nothing there before a click. */
function toOnAir([, , , polledAt, , , title, since, viewers]: Tuple): EventSummary['on_air'] {
  return {
    title: title ?? '',
    viewers,
    thumbnail_path: null,
    since: toInstant(since ?? polledAt),
  }
}
