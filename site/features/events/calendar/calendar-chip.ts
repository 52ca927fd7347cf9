import { eventTraits } from '#site/lib/display/event-traits.ts'
import { channelName, findForeignLanguage } from '#site/lib/event-labels.ts'
import { separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { time } from '#site/ui/time.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { eventCountText } from './calendar-labels.ts'
import type { CalendarItem, GridEntry } from './entries.ts'
import type { EventLine } from './grid-layout.ts'
import type { Grid } from './grid-view.ts'

export type ChipPlacement = 'list' | 'day' | EventLine

export function entryChip(grid: Grid, key: string, place: ChipPlacement): Html | undefined {
  const entry = grid.byKey.get(key)
  const first = entry?.items[0]
  if (!entry || !first) return undefined
  const { group } = entry
  return group
    ? groupChip(grid, { ...entry, group, first }, place)
    : calendarChip(grid, first, place)
}

export function calendarChip(
  grid: Grid,
  item: CalendarItem,
  place: ChipPlacement,
  form: 'time' | 'when' = 'time',
): Html {
  const page = grid.page
  const { slug, id, phase, cancelled_at: isCancelled, start, platform } = item
  const said = isCancelled ? m.event_cancelled() : phase === 'live' && m.event_live_now()
  const isHyped = grid.hyped.has(id)
  const overlap = grid.overlaps.get(id)
  const note = platforms[platform].name + separator + channelName(item)
  const lang = attributes({ lang: findForeignLanguage(item.language, page.locale) })
  const own = attributes({
    href: paths.event(page.locale, slug),
    'data-key': `event-${id}`,
    'data-traits': eventTraits(item),
    'data-state': isCancelled ? 'cancelled' : phase,
  })
  return html`<a class="${chipClass(item, place)}" ${own} ${chipAttributes(grid, place, isHyped)}>
    ${isHourShown(item, place) && time(page, { at: start, as: form })}
    ${isHyped && html`<span class="bolt cal-chip-bolt"></span>`}
    <span class="cal-chip-name" ${lang}>${item.name}</span>
    ${said && html`<span class="visually-hidden">${said}</span>`}
    ${place === 'list' && html`<span class="cal-chip-note">${note}</span>`}
    ${overlap !== undefined && overlapMark(overlap, place)}
  </a>`
}

type GroupEntry = GridEntry & {
  group: NonNullable<GridEntry['group']>
  first: CalendarItem
}

function groupChip(grid: Grid, entry: GroupEntry, place: ChipPlacement): Html {
  const { group, first, items, key } = entry
  const page = grid.page
  const isHyped = items.some(({ id }) => grid.hyped.has(id))
  const own = attributes({ href: paths.group(page.locale, group.slug), 'data-key': key })
  const count = eventCountText(items.length, page.locale)
  return html`<a
    class="${chipClass(first, place)} cal-chip-group"
    ${own}
    ${chipAttributes(grid, place, isHyped)}
  >
    ${isHourShown(first, place) && time(page, { at: first.start, as: 'time' })}
    ${islandIcon('group', 14)}
    <span class="cal-chip-name">${group.name}</span>
    ${items.length > 1 && html`<span class="cal-chip-count figures">${count}</span>`}
  </a>`
}

function isHourShown({ fixed }: CalendarItem, place: ChipPlacement): boolean {
  return !fixed && typeof place === 'string'
}

function chipClass(item: CalendarItem, place: ChipPlacement): string {
  const line = typeof place !== 'string' && 'cal-line'
  return classes('cal-chip', `cal-${item.category}`, channelHueClass(item), line)
}

/** In a grid no tab stops: the keyboard opens the day with all its events. */
function chipAttributes({ screen }: Grid, place: ChipPlacement, isHyped: boolean) {
  const line = typeof place === 'string' ? undefined : place
  return attributes({
    'data-hyped': isHyped,
    'data-lane': line?.lane,
    'data-span': line?.span,
    'data-continued': line?.isContinued,
    'data-goes-on': line?.goesOn,
    tabindex: place !== 'list' && screen && -1,
  })
}

/** In a day the text is in the title and for screen readers only. */
function overlapMark(name: string, place: ChipPlacement): Html {
  const text = m.calendar_overlap({ name })
  const own = attributes({ class: place === 'list' ? undefined : 'visually-hidden' })
  return html`<span class="cal-overlap" title="${text}"><span ${own}>${text}</span></span>`
}
