import { m } from '#site/lib/messages.ts'
import { formatDayRange } from '#site/lib/format.ts'
import { timeText, type TimeContext } from '#site/lib/time/time-text.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { entryChip } from './calendar-chip.ts'
import type { CalendarStore } from './calendar.store.ts'
import type { WeekLines } from './grid-layout.ts'
import { calendarGrid, readGrid, type Grid } from './grid-view.ts'
import { dayLines, gridDayLabel, listWeekdayNames } from './month-weeks.ts'
import { minuteOfDay, minutesPerDay, type EventBlock } from './week-layout.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A week by hours. A phone shows three days of it, which may go on into the next. */
export function weekGrid(calendar: CalendarStore): Html {
  const grid = readGrid(calendar)
  const { days, near } = calendar.$week.get()
  const now = calendar.$now.get()
  const { band, blocks } = calendar.$weekLayout.get()
  const all = [...new Set([...days, ...near])].map((day) => ({
    day,
    /** Both screens' days are in the page; the style sheet shows those of one. */
    screens: attributes({
      'data-near': near.includes(day),
      'data-beyond': !days.includes(day),
      'aria-current': day === grid.today ? 'date' : undefined,
    }),
  }))
  return calendarGrid(grid, {
    name: 'cal-hours',
    label: formatDayRange(days[0] ?? '', days[6] ?? '', grid.locale),
    days: html`<div class="week-top" role="rowgroup">
        <div class="week-row" role="row">
          <span role="columnheader" class="week-gutter">
            <span class="visually-hidden">${m.calendar_hours()}</span>
          </span>
          ${all.map((day) => dayHead(grid, day, blocks.get(day.day)?.more ?? 0))}
        </div>
        <div class="week-row week-band" role="row">
          <span class="week-gutter" role="rowheader">${m.calendar_all_day()}</span>
          ${all.map((day) => dayBandCell(grid, day, band))}
        </div>
      </div>
      <div class="week-row" role="row">
        <div class="week-gutter week-hours" role="rowheader">
          ${hours.map((hour) => hourLabel(hour, now))}
          <span class="visually-hidden">${m.calendar_hours()}</span>
        </div>
        ${all.map((day) => dayHoursCell(grid, day, blocks.get(day.day)?.blocks, now))}
      </div>`,
    help: m.calendar_keys_week(),
  })
}

/** `9 PM`, `21:00` */
function hourLabel(hour: number, now: TimeContext): Html {
  const text = timeText('time', Date.UTC(2000, 0, 1, hour), { ...now, timeZone: 'UTC' })
  return html`<span class="figures" aria-hidden="true">${text.replace(/:00(?=\s)/, '')}</span>`
}

type WeekDay = { day: string; screens: ReturnType<typeof attributes> }

function dayHead({ screen, locale }: Grid, { day, screens }: WeekDay, more: number): Html {
  const label = m.calendar_more({ count: more })
  return html`<div class="week-date" role="columnheader" ${screens}>
    <span>${listWeekdayNames([day], locale)}</span>
    <b class="cal-number figures">${Number(day.slice(8))}</b>
    ${
      screen &&
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

function dayBandCell(grid: Grid, { day, screens }: WeekDay, { lines, hidden }: WeekLines): Html {
  const ofDay = lines.filter((line) => line.day === day)
  const more = hidden?.day === day ? hidden : undefined
  const own = attributes({ 'data-band': day })
  return html`<div class="cal-day week-band-day" role="gridcell" ${own} ${screens}>
    ${grid.screen && dayLines(grid, ofDay, more)}
  </div>`
}

function dayHoursCell(
  grid: Grid,
  { day, screens }: WeekDay,
  blocks: readonly EventBlock[] | undefined,
  now: TimeContext,
): Html {
  const { screen, tabStop, today } = grid
  const own = attributes({
    'data-date': day,
    tabindex: screen && (day === tabStop ? 0 : -1),
  })
  const minute = percentOfDay(minuteOfDay(now.now, now))
  return html`<div class="cal-day week-day" role="gridcell" ${own} ${screens}>
    ${
      screen &&
      blocks &&
      html`<span class="visually-hidden">${gridDayLabel(grid, day)}</span>
        ${blocks.map((block) => blockChip(grid, block))}`
    }
    ${screen && day === today && html`<i class="week-now" data-place="${minute}"></i>`}
  </div>`
}

/** A script places it, as the Content-Security-Policy refuses `style` in a page. */
function blockChip(grid: Grid, { key, top, bottom, column, columns }: EventBlock): Html {
  const place = [
    percentOfDay(top),
    percentOfDay(bottom - top),
    (column / columns) * 100,
    100 / columns,
  ]
  return html`<div class="week-block" data-key="${key}" data-place="${place.join(' ')}">
    ${entryChip(grid, key, 'day')}
  </div>`
}

function percentOfDay(minutes: number): number {
  return (minutes / minutesPerDay) * 100
}
