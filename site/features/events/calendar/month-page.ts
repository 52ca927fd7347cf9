import { channelPicturePath } from '#site/features/events/event-face.ts'
import { wasRescheduled } from '#site/lib/event-labels.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import { eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import { fromColumns, toColumns, type ColumnarRows } from './columns.ts'
import type { CalendarMonth } from './calendar-state.ts'
import { toCalendarItem, type CalendarItem } from './entries.ts'

type Derived = 'start' | 'end' | 'fixed' | 'channel' | 'participants' | 'thumbnail_path'
type Channel = NonNullable<CalendarItem['channel']>

/** An event without the fields that follow from others, such as the paths of generated pictures. */
type WrittenItem = Omit<CalendarItem, Derived> & {
  thumbnail_path: string | null
  channel: (Omit<Channel, 'avatar_path'> & { avatar_path?: string | undefined }) | null
  /** Their ids. */
  participants: (number | null)[]
}

/** The data of a month in its page. */
export type SerializedMonth = Omit<CalendarMonth, 'items'> & { items: ColumnarRows<WrittenItem> }

export function serializeMonth({ items, ...month }: CalendarMonth): SerializedMonth {
  return { ...month, items: toColumns(items.map(toWritten)) }
}

function toWritten(item: CalendarItem): WrittenItem {
  const { channel, group, game, participants, thumbnail_path: picture } = item
  const { id, slug, name, startAt, endAt, fixed, time_certainty, phase, cancelled_at } = item
  const { category, platform, language, streaming_account_name, hype_count, is_late } = item
  const drawn = channelPicturePath(item)
  return {
    ...{ id, slug, name, startAt, endAt, time_certainty, phase, cancelled_at },
    ...{ category, platform, language, streaming_account_name, hype_count, is_late },
    // It counts for days without an hour.
    timezone: fixed ? item.timezone : 'UTC',
    previous_start: wasRescheduled(item) ? item.previous_start : null,
    thumbnail_path: picture === eventPosterPath(item) ? null : picture,
    channel: channel && {
      streamer_id: channel.streamer_id,
      name: channel.name,
      avatar_path: channel.avatar_path === drawn ? undefined : channel.avatar_path,
    },
    game: game && { id: game.id, name: game.name },
    group: group && { id: group.id, slug: group.slug, name: group.name },
    participants: participants.map(({ streamer_id }) => streamer_id),
  }
}

function fromWritten({ startAt, endAt, participants, ...written }: WrittenItem): CalendarItem {
  const { channel, thumbnail_path: picture } = written
  const avatar_path = channel?.avatar_path ?? channelPicturePath(written) ?? ''
  return toCalendarItem({
    ...written,
    start: new Date(startAt).toISOString(),
    end: new Date(endAt).toISOString(),
    thumbnail_path: picture ?? eventPosterPath(written),
    channel: channel && { ...channel, avatar_path },
    participants: participants.map((streamer_id) => ({ streamer_id })),
  })
}

export function readMonth(page: ParentNode): CalendarMonth {
  const written = page.querySelector('script[data-calendar]')?.textContent
  if (!written) throw new Error('The page holds no calendar')
  const { items, ...month } = JSON.parse(written) as SerializedMonth
  return { ...month, items: fromColumns(items).map(fromWritten) }
}

/** Another month's data, read from its page, which the CDN caches. */
export async function fetchMonth(
  month: string,
  filters: CalendarFilters,
): Promise<{ title: string; month: CalendarMonth }> {
  const locale = document.documentElement.lang as Locale
  const response = await fetch(paths.calendar(locale, { month, ...filters }))
  if (!response.ok) throw new Error(`The calendar answered ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return { title: page.title, month: readMonth(page) }
}
