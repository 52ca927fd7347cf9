import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { calendarPath } from './address.ts'
import { useCalendar } from './CalendarLink.tsx'
import { CalendarChip, GroupChip, type ChipPlace } from './CalendarChip.tsx'
import { itemsOn, type GridEntry } from './entries.ts'
import { maxLines, type DayLayout, type HiddenLines } from './grid-layout.ts'
import { hasModifierKey } from './keys.ts'
import { dayLabel } from './calendar-labels.ts'

type Props = {
  day: string
  /** Undefined for a day that is rendered without its events. */
  layout: DayLayout | undefined
  isOutside: boolean
  isToday: boolean
  tabIndex: number | undefined
}

/** One day of the grid: a click anywhere but on an event opens it. */
export function MonthDay({ day, layout, isOutside, isToday, tabIndex }: Props) {
  const calendar = useCalendar()

  function open(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (hasModifierKey(event) || (link && !link.matches('.cal-more'))) return
    event.preventDefault()
    calendar.openDay(day)
  }

  return (
    <div
      className={isOutside ? 'cal-day cal-day-outside' : 'cal-day'}
      role="gridcell"
      data-date={day}
      data-above={layout?.linesAbove || undefined}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={tabIndex}
      onClick={open}
    >
      {layout && <DayLabel day={day} />}
      <span className="cal-number figures" aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      {layout && <DayEvents layout={layout} />}
    </div>
  )
}

function DayLabel({ day }: { day: string }) {
  const calendar = useCalendar()
  const entries = useStore(calendar.$entries)
  const reader = useStore(calendar.$layoutReader)
  const count = itemsOn(day, entries, reader).length
  return (
    <span className="visually-hidden">
      {dayLabel(day, count, { locale: calendar.locale, reader })}
    </span>
  )
}

function DayEvents({ layout: { lines, hiddenLines, shown, more } }: { layout: DayLayout }) {
  const entries = useStore(useCalendar().$entriesByKey)
  return (
    <>
      {lines.map((line) => (
        <Entry key={line.key} entry={entries.get(line.key)} place={{ ...line, isLine: true }} />
      ))}
      {hiddenLines && <MoreLines hidden={hiddenLines} entries={entries} />}
      {shown.map((key, lane) => (
        <Entry key={key} entry={entries.get(key)} place={{ lane }} />
      ))}
      {more > 0 && <MoreLink text={m.calendar_more({ count: more })} />}
    </>
  )
}

type EntryProps = { entry: GridEntry | undefined; place: ChipPlace }

export function Entry({ entry, place }: EntryProps) {
  const calendar = useCalendar()
  const reader = useStore(calendar.$layoutReader)
  const hyped = useStore(calendar.$hyped)
  const overlaps = useStore(calendar.$overlaps)
  const isSkipped = useStore(calendar.$screen) !== undefined
  const item = entry?.items[0]
  if (!entry || !item) return null
  const isHyped = entry.items.some(({ id }) => hyped.has(id))
  const shared = { locale: calendar.locale, place, isHyped, isSkipped, reader }
  return entry.group ? (
    <GroupChip entry={entry} onOpen={calendar.openGroup} {...shared} />
  ) : (
    <CalendarChip item={item} overlap={overlaps.get(item.id)} {...shared} />
  )
}

/** Opens the long events that have no line of their own. */
type MoreLinesProps = { hidden: HiddenLines; entries: ReadonlyMap<string, GridEntry> }

export function MoreLines({ hidden, entries }: MoreLinesProps) {
  const calendar = useCalendar()

  function open(event: MouseEvent): void {
    if (hasModifierKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    calendar.openLines(hidden.keys.flatMap((key) => entries.get(key)?.items ?? []))
  }

  return (
    <MoreLink
      className="cal-more-lines"
      text={m.calendar_more_long({ count: hidden.keys.length })}
      span={hidden.span}
      onClick={open}
    />
  )
}

type MoreProps = {
  text: string
  className?: string
  span?: number
  onClick?: (event: MouseEvent) => void
}

function MoreLink({ text, className = '', span, onClick }: MoreProps) {
  const calendar = useCalendar()
  const address = useStore(calendar.$address)
  const { month } = useStore(calendar.$month)
  const isSkipped = useStore(calendar.$screen) !== undefined
  return (
    <a
      className={`cal-more ${className}`.trim()}
      data-lane={span && maxLines - 1}
      data-span={span}
      href={calendarPath(calendar.locale, address, { month, view: 'agenda' })}
      tabIndex={isSkipped ? -1 : undefined}
      onClick={onClick}
    >
      {text}
    </a>
  )
}
