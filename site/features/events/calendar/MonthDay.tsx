import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { calendarPath } from './address.ts'
import { useCalendar } from './CalendarLink.tsx'
import { CalendarChip, GroupChip } from './CalendarChip.tsx'
import { entriesOn } from './entries.ts'
import { hasModifierKey } from './keys.ts'
import { maxLanes, type Segment } from './layout.ts'
import { dayLabel } from './calendar-labels.ts'

type Props = {
  day: string
  /** Undefined for a day that is rendered without its events. */
  segments: readonly Segment[] | undefined
  more: number | undefined
  isOutside: boolean
  isToday: boolean
  tabIndex: number | undefined
}

/** One day of the grid: a click anywhere but on an event opens it. */
export function MonthDay({ day, segments, more, isOutside, isToday, tabIndex }: Props) {
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
      aria-current={isToday ? 'date' : undefined}
      tabIndex={tabIndex}
      onClick={open}
    >
      {segments && <DayLabel day={day} />}
      <span className="cal-number figures" aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      {segments?.map((segment) => (
        <Bar key={segment.key} segment={segment} />
      ))}
      {segments && more !== undefined && <MoreLink count={more} />}
    </div>
  )
}

function DayLabel({ day }: { day: string }) {
  const calendar = useCalendar()
  const entries = useStore(calendar.$entries)
  const count = entriesOn(day, entries).reduce((sum, { items }) => sum + items.length, 0)
  return <span className="visually-hidden">{dayLabel(day, count, calendar.locale)}</span>
}

function Bar({ segment }: { segment: Segment }) {
  const calendar = useCalendar()
  const reader = useStore(calendar.$layoutReader)
  const hyped = useStore(calendar.$hyped)
  const overlaps = useStore(calendar.$overlaps)
  const isSkipped = useStore(calendar.$screen) !== undefined
  const entry = useStore(calendar.$entries).find(({ key }) => key === segment.key)
  const item = entry?.items[0]
  if (!entry || !item) return null
  const isHyped = entry.items.some(({ id }) => hyped.has(id))
  const shared = { locale: calendar.locale, segment, isHyped, isSkipped }
  return entry.items.length > 1 ? (
    <GroupChip entry={entry} onOpen={calendar.openGroup} {...shared} />
  ) : (
    <CalendarChip item={item} reader={reader} overlap={overlaps.get(item.id)} {...shared} />
  )
}

function MoreLink({ count }: { count: number }) {
  const calendar = useCalendar()
  const address = useStore(calendar.$address)
  const { month } = useStore(calendar.$month)
  const isSkipped = useStore(calendar.$screen) !== undefined
  return (
    <a
      className="cal-more"
      data-lane={maxLanes - 1}
      href={calendarPath(calendar.locale, address, { month, view: 'agenda' })}
      tabIndex={isSkipped ? -1 : undefined}
    >
      {m.calendar_more({ count })}
    </a>
  )
}
