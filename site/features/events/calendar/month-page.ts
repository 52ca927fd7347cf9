import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import type { CalendarMonth } from './calendar-state.ts'
import { toCalendarItem, type CalendarItem } from './entries.ts'

/** The fields of a summary that no row shows; JSON leaves out what is undefined. */
const unshown = {
  status: undefined,
  watch_urls: undefined,
  series_key: undefined,
  on_air: undefined,
  vod_url: undefined,
}

function toEmbeddedItem({ startAt: _, endAt: _end, fixed: _fixed, ...event }: CalendarItem) {
  const { channel, game, participants } = event
  return {
    ...event,
    ...unshown,
    channel: channel && {
      streamer_id: channel.streamer_id,
      name: channel.name,
      avatar_path: channel.avatar_path,
    },
    game: game && { id: game.id, name: game.name },
    participants: participants.map(({ streamer_id }) => ({ streamer_id })),
  }
}

/** Compressed, as names and texts repeat, and written as base64. */
export async function compressMonth({ items, ...month }: CalendarMonth): Promise<string> {
  const text = JSON.stringify({ ...month, items: items.map(toEmbeddedItem) })
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export async function readEmbeddedMonth(page: ParentNode): Promise<CalendarMonth> {
  const written = page.querySelector('script[data-calendar]')?.textContent
  if (!written) throw new Error('The page holds no calendar')
  const bytes = Uint8Array.from(atob(JSON.parse(written) as string), (byte) => byte.charCodeAt(0))
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const { items, ...month } = (await new Response(text).json()) as Omit<CalendarMonth, 'items'> & {
    items: ReturnType<typeof toEmbeddedItem>[]
  }
  return { ...month, items: items.map(toCalendarItem) }
}

/** Read from the month's page, which the CDN caches. */
export async function fetchMonth(
  month: string,
  filters: CalendarFilters,
): Promise<{ title: string; month: CalendarMonth }> {
  const locale = document.documentElement.lang as Locale
  const response = await fetch(paths.calendar(locale, { month, ...filters }))
  if (!response.ok) throw new Error(`The calendar answered ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return { title: page.title, month: await readEmbeddedMonth(page) }
}
