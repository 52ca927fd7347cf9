import { m } from '#site/lib/messages.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { calendarPath } from './address.ts'
import type { ChipView } from './calendar-chip.ts'
import type { CalendarStore } from './calendar.store.ts'
import { byKey, type GridEntry } from './entries.ts'

/** The data that the days of a month or of a week are drawn from. */
export type GridView = ChipView & {
  reader: TimeContext
  entries: readonly GridEntry[]
  byKey: ReadonlyMap<string, GridEntry>
  /** The address of the list, to which days lead without a script. */
  listPath: string
}

export function chipViewOf({ locale, $reader, $hyped, $overlaps }: CalendarStore): ChipView {
  const page = { locale, ctx: { now: $reader.get().now } }
  return { page, hyped: $hyped.get(), overlaps: $overlaps.get(), isSkipped: false }
}

export function gridViewOf(calendar: CalendarStore): GridView {
  const { month } = calendar.$month.get()
  const entries = calendar.shownEntries()
  const change = { month, view: 'agenda' } as const
  return {
    ...chipViewOf(calendar),
    isSkipped: calendar.$screen.get() !== undefined,
    reader: calendar.$layoutReader.get(),
    entries,
    byKey: byKey(entries),
    listPath: calendarPath(calendar.locale, calendar.$address.get(), change),
  }
}

type GridProps = {
  name: string
  label: string
  view: GridView
  days: readonly Html[] | Html
  /** Between the grid and its explanations. */
  below?: Html | undefined
  /** How the keys move. */
  help: string
}

/** The days of a month or of a week, with what explains them. */
export function calendarGrid({ name, label, view, days, below, help }: GridProps): Html {
  const own = attributes({ 'aria-label': label, 'data-settled': view.isSkipped })
  return html`<div class="${name}" role="grid" aria-describedby="calendar-keys" ${own}>${days}</div>
    <div class="markup">${below}</div>
    <p id="calendar-keys" class="quiet cal-keys when-scripted">${help}</p>
    ${calendarLegend()}`
}

const samples = [
  ['cal-sample cal-sample-channel', m.calendar_legend_channel],
  ['cal-sample cal-sample-category', m.calendar_legend_category],
  ['cal-sample cal-sample-line', m.calendar_legend_line],
  ['cal-sample cal-sample-hype', m.calendar_legend_hype],
  ['cal-overlap', m.calendar_legend_clash],
  ['cal-sample-live', m.calendar_legend_live],
] as const

/** Explains the colours, bars and marks of the grids. */
function calendarLegend(): Html {
  return html`<details class="cal-legend">
    <summary>${m.calendar_legend()}</summary>
    <ul>
      ${samples.map(([name, text]) => {
        const bolt = name.endsWith('-hype') && html`<i class="bolt"></i>`
        return html`<li><i class="${name}">${bolt}</i>${text()}</li>`
      })}
    </ul>
  </details>`
}
