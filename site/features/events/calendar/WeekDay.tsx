import { useStore } from '@nanostores/react'
import type { CSSProperties, MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { useCalendar } from './CalendarLink.tsx'
import { CalendarChip } from './CalendarChip.tsx'
import { dayLabel } from './calendar-labels.ts'
import { itemsOn } from './entries.ts'
import { hasModifierKey } from './keys.ts'
import { Entry, MoreLines } from './MonthDay.tsx'
import { weekdays } from './MonthGrid.tsx'
import type { Block } from './week-layout.ts'

type DayProps = {
  day: string
  /** The days of a wide screen. */
  week: readonly string[]
  /** The days of a phone. */
  near: readonly string[]
  today: string
}

/** Both screens' days are in the page; the style sheet shows those of one. */
function placeOf({ day, week, near, today }: DayProps) {
  return {
    'data-near': near.includes(day) ? '' : undefined,
    'data-beyond': week.includes(day) ? undefined : '',
    'aria-current': day === today ? ('date' as const) : undefined,
  }
}

export function WeekHead(props: DayProps) {
  const { day } = props
  const calendar = useCalendar()
  const more = useStore(calendar.$blocks).get(day)?.more ?? 0
  const isHydrated = useStore(calendar.$screen) !== undefined
  const [name] = weekdays([day], calendar.locale)
  return (
    <div className="week-date" role="columnheader" {...placeOf(props)}>
      <span>{name}</span>
      <b className="cal-number figures">{Number(day.slice(8))}</b>
      {isHydrated && more > 0 && (
        <button
          type="button"
          className="week-more"
          onClick={() => calendar.openDay(day)}
          tabIndex={-1}
          aria-label={m.calendar_more({ count: more })}
        >
          {`+${more}`}
        </button>
      )}
    </div>
  )
}

type WeekDayProps = DayProps & { minuteNow: number | undefined }

/** A day by hours, below the lines of long events. */
export function WeekDay({ minuteNow, ...place }: WeekDayProps) {
  const { day, today } = place
  const calendar = useCalendar()
  const isHydrated = useStore(calendar.$screen) !== undefined
  const shown = useStore(calendar.$shownDays)
  const selected = useStore(calendar.$selectedDay)
  const tabStop = [selected, today, shown[0]].find(
    (one) => one !== undefined && shown.includes(one),
  )

  function open(event: MouseEvent): void {
    const isOnLink = event.target instanceof Element && event.target.closest('a, button')
    if (!isOnLink && !hasModifierKey(event)) calendar.openDay(day)
  }

  return (
    <div
      className="cal-day week-day"
      role="gridcell"
      data-date={day}
      {...placeOf(place)}
      tabIndex={isHydrated ? (day === tabStop ? 0 : -1) : undefined}
      onClick={open}
    >
      {isHydrated && shown.includes(day) && <DayBlocks day={day} />}
      {minuteNow !== undefined && (
        <i className="week-now" style={{ insetBlockStart: share(minuteNow) }} />
      )}
    </div>
  )
}

/** The lines of long events, and what has no hour. */
export function BandDay(props: DayProps) {
  const { day } = props
  const calendar = useCalendar()
  const isHydrated = useStore(calendar.$screen) !== undefined
  const { lines, hidden } = useStore(calendar.$band)
  const entries = useStore(calendar.$weekEntriesByKey)
  return (
    <div className="cal-day week-band-day" role="gridcell" data-band={day} {...placeOf(props)}>
      {isHydrated &&
        lines
          .filter((line) => line.day === day)
          .map((line) => (
            <Entry key={line.key} entry={entries.get(line.key)} place={{ ...line, isLine: true }} />
          ))}
      {isHydrated && hidden?.day === day && <MoreLines hidden={hidden} entries={entries} />}
    </div>
  )
}

function DayBlocks({ day }: { day: string }) {
  const calendar = useCalendar()
  const entries = useStore(calendar.$weekEntries)
  const blocks = useStore(calendar.$blocks).get(day)?.blocks ?? []
  const reader = useStore(calendar.$layoutReader)
  const count = itemsOn(day, entries, reader).length
  return (
    <>
      <span className="visually-hidden">
        {dayLabel(day, count, { locale: calendar.locale, reader })}
      </span>
      {blocks.map((block) => (
        <BlockChip key={block.key} block={block} />
      ))}
    </>
  )
}

function BlockChip({ block }: { block: Block }) {
  const calendar = useCalendar()
  const reader = useStore(calendar.$layoutReader)
  const hyped = useStore(calendar.$hyped)
  const overlaps = useStore(calendar.$overlaps)
  const item = useStore(calendar.$weekEntriesByKey).get(block.key)?.items[0]
  if (!item) return null
  return (
    <div className="week-block" style={blockStyle(block)}>
      <CalendarChip
        item={item}
        locale={calendar.locale}
        reader={reader}
        place={{ lane: block.column }}
        isHyped={hyped.has(item.id)}
        overlap={overlaps.get(item.id)}
        isSkipped
      />
    </div>
  )
}

/** Set by script alone, as the Content-Security-Policy refuses `style` in the page itself. */
function blockStyle({ top, bottom, column, columns }: Block): CSSProperties {
  return {
    insetBlockStart: share(top),
    blockSize: share(bottom - top),
    insetInlineStart: `${(column / columns) * 100}%`,
    inlineSize: `${100 / columns}%`,
  }
}

/** Of a day's height. */
function share(minutes: number): string {
  return `${(minutes / 1440) * 100}%`
}
