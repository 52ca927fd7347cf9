import { m } from '#site/lib/messages.ts'
import { formatDays } from '#site/lib/format.ts'
import { localDay, timeText, type TimeContext } from '#site/lib/time/time-text.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { calendarChip } from './calendar-chip.ts'
import type { CalendarStore } from './calendar.store.ts'
import type { WeekLines } from './grid-layout.ts'
import { calendarGrid, gridViewOf, type GridView } from './grid-view.ts'
import { dayLines, gridDayLabel, weekdays } from './month-weeks.ts'
import { minuteOfDay, minutesOfDay, type Block, type DayBlocks } from './week-layout.ts'

type WeekProps = {
  /** The days of a wide screen, those of a phone, and which of both the screen shows. */
  days: readonly string[]
  near: readonly string[]
  shown: readonly string[]
  band: WeekLines
  blocks: ReadonlyMap<string, DayBlocks>
  today: string
  tabStop: string | undefined
  now: TimeContext
}

/** A week by hours. A phone shows three days of it, which may go on into the next. */
export function weekGrid(calendar: CalendarStore, minute: number | undefined): Html {
  const [week, layout] = [calendar.$week.get(), calendar.$weekLayout.get()]
  const [days, selected] = [week.days, calendar.$selectedDay.get()]
  const view = gridViewOf(calendar)
  const now = { ...view.reader, now: minute ?? view.reader.now }
  const today = localDay(now.now, now)
  const tabStop = [selected, today].find((day) => day && week.shown.includes(day)) ?? week.shown[0]
  return calendarGrid({
    name: 'cal-hours',
    label: formatDays(days[0] ?? '', days[6] ?? '', calendar.locale),
    view,
    days: weekHours(view, { ...week, ...layout, today, tabStop, now }),
    help: m.calendar_keys_week(),
  })
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The heads, the long events and the hours of a week; events come with the script. */
export function weekHours(view: GridView, props: WeekProps): Html {
  const days = [...new Set([...props.days, ...props.near])]
  return html`<div class="week-top" role="rowgroup">
      <div class="week-row" role="row">
        <span role="columnheader" class="week-gutter">
          <span class="visually-hidden">${m.calendar_hours()}</span>
        </span>
        ${days.map((day) => dayHead(view, props, day))}
      </div>
      <div class="week-row week-band" role="row">
        <span class="week-gutter" role="rowheader">${m.calendar_all_day()}</span>
        ${days.map((day) => bandDay(view, props, day))}
      </div>
    </div>
    <div class="week-row" role="row">
      <div class="week-gutter week-hours" role="rowheader">
        ${hours.map((hour) => hourLabel(hour, props.now))}
        <span class="visually-hidden">${m.calendar_hours()}</span>
      </div>
      ${days.map((day) => dayHours(view, props, day))}
    </div>`
}

/** `9 PM`, `21:00` */
function hourLabel(hour: number, now: TimeContext): Html {
  const text = timeText('time', Date.UTC(2000, 0, 1, hour), { ...now, timeZone: 'UTC' })
  return html`<span class="figures" aria-hidden="true">${text.replace(/:00(?=\s)/, '')}</span>`
}

/** Both screens' days are in the page; the style sheet shows those of one. */
function screensOf({ days, near, today }: WeekProps, day: string) {
  return attributes({
    'data-near': near.includes(day),
    'data-beyond': !days.includes(day),
    'aria-current': day === today ? 'date' : undefined,
  })
}

function dayHead({ isSkipped, page }: GridView, props: WeekProps, day: string): Html {
  const more = props.blocks.get(day)?.more ?? 0
  const label = m.calendar_more({ count: more })
  return html`<div class="week-date" role="columnheader" ${screensOf(props, day)}>
    <span>${weekdays([day], page.locale)}</span>
    <b class="cal-number figures">${Number(day.slice(8))}</b>
    ${
      isSkipped &&
      more > 0 &&
      html`<button
        type="button"
        class="week-more"
        data-day="${day}"
        tabindex="-1"
        aria-label="${label}"
      >
        +${more}
      </button>`
    }
  </div>`
}

/** The lines of long events, and what has no hour. */
function bandDay(view: GridView, props: WeekProps, day: string): Html {
  const { lines, hidden } = props.band
  const ofDay = lines.filter((line) => line.day === day)
  const more = hidden?.day === day ? hidden : undefined
  const own = attributes({ 'data-band': day })
  return html`<div class="cal-day week-band-day" role="gridcell" ${own} ${screensOf(props, day)}>
    ${view.isSkipped && dayLines(view, ofDay, more)}
  </div>`
}

/** A day by hours, below the lines of long events. */
function dayHours(view: GridView, props: WeekProps, day: string): Html {
  const { shown, blocks, today, tabStop, now } = props
  const { isSkipped } = view
  const own = attributes({
    'data-date': day,
    tabindex: isSkipped ? (day === tabStop ? 0 : -1) : undefined,
  })
  const minute = share(minuteOfDay(now.now, now))
  return html`<div class="cal-day week-day" role="gridcell" ${own} ${screensOf(props, day)}>
    ${
      isSkipped &&
      shown.includes(day) &&
      html`<span class="visually-hidden">${gridDayLabel(view, day)}</span>
        ${blocks.get(day)?.blocks.map((block) => blockChip(view, block))}`
    }
    ${isSkipped && day === today && html`<i class="week-now" data-place="${minute}"></i>`}
  </div>`
}

/** A script places it, as the Content-Security-Policy refuses `style` in a page. */
function blockChip(view: GridView, { key, top, bottom, column, columns }: Block): Html | undefined {
  const item = view.byKey.get(key)?.items[0]
  const place = [share(top), share(bottom - top), (column / columns) * 100, 100 / columns]
  return (
    item &&
    html`<div class="week-block" data-key="${key}" data-place="${place.join(' ')}">
      ${calendarChip(view, item, 'day')}
    </div>`
  )
}

/** Percent of a day's height. */
function share(minutes: number): number {
  return (minutes / minutesOfDay) * 100
}
