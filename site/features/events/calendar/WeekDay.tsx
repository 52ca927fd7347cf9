import { useStore } from '@nanostores/react'
import { type CSSProperties, type MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { calendarChip } from './calendar-chip.ts'
import { useCalendar } from './calendar-context.ts'
import { dayLines, gridDayLabel, weekdays, type GridView } from './month-weeks.ts'
import { openFromGrid } from './use-grid.ts'
import type { Block } from './week-layout.ts'

type DayProps = {
  day: string
  /** The days of a wide screen. */
  week: readonly string[]
  /** The days of a phone. */
  near: readonly string[]
  today: string
  view: GridView
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
  const { day, today, view } = place
  const calendar = useCalendar()
  const isHydrated = useStore(calendar.$screen) !== undefined
  const shown = useStore(calendar.$shownDays)
  const selected = useStore(calendar.$selectedDay)
  const tabStop = [selected, today, shown[0]].find(
    (one) => one !== undefined && shown.includes(one),
  )
  return (
    <div
      className="cal-day week-day"
      role="gridcell"
      data-date={day}
      {...placeOf(place)}
      tabIndex={isHydrated ? (day === tabStop ? 0 : -1) : undefined}
      onClick={(event: MouseEvent) => openFromGrid(event, calendar, view)}
    >
      {isHydrated && shown.includes(day) && <DayBlocks day={day} view={view} />}
      {minuteNow !== undefined && (
        <i className="week-now" style={{ insetBlockStart: share(minuteNow) }} />
      )}
    </div>
  )
}

/** The lines of long events, and what has no hour. */
export function BandDay({ view, ...place }: DayProps) {
  const { day } = place
  const calendar = useCalendar()
  const isHydrated = useStore(calendar.$screen) !== undefined
  const { lines, hidden } = useStore(calendar.$band)
  const ofDay = lines.filter((line) => line.day === day)
  const more = hidden?.day === day ? hidden : undefined
  return (
    <Markup
      as="div"
      className="cal-day week-band-day"
      role="gridcell"
      data-band={day}
      {...placeOf({ view, ...place })}
      onClick={(event) => openFromGrid(event, calendar, view)}
      html={isHydrated ? dayLines(view, ofDay, more) : undefined}
    />
  )
}

function DayBlocks({ day, view }: Pick<DayProps, 'day' | 'view'>) {
  const blocks = useStore(useCalendar().$blocks).get(day)?.blocks ?? []
  return (
    <>
      <span className="visually-hidden">{gridDayLabel(view, day)}</span>
      {blocks.map((block) => (
        <BlockChip key={block.key} block={block} view={view} />
      ))}
    </>
  )
}

function BlockChip({ block, view }: { block: Block; view: GridView }) {
  const item = view.byKey.get(block.key)?.items[0]
  if (!item) return null
  const html = calendarChip(view, item, { place: { lane: block.column } })
  return <Markup as="div" className="week-block" style={blockStyle(block)} html={html} />
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
