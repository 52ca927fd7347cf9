import { m } from '#site/lib/messages.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { calendarPath } from './address.ts'
import type { CalendarStore } from './calendar.store.ts'

/** Read once for all days of a grid: reading a store takes time. */
export function readGrid(calendar: CalendarStore) {
  const { month } = calendar.$month.get()
  return {
    locale: calendar.locale,
    month,
    /** Days lead there without a script. */
    listPath: calendarPath(calendar.locale, calendar.$address.get(), { month, view: 'agenda' }),
    /** Undefined before hydration, when there are no tab stops. */
    screen: calendar.$screen.get(),
    page: calendar.$page.get(),
    reader: calendar.$layoutReader.get(),
    hyped: calendar.$hyped.get(),
    overlaps: calendar.$overlaps.get(),
    days: calendar.$days.get(),
    entries: calendar.$entries.get(),
    byKey: calendar.$byKey.get(),
    today: calendar.$today.get(),
    tabStop: calendar.$tabStop.get(),
  }
}
export type Grid = ReturnType<typeof readGrid>

type GridProps = {
  name: string
  label: string
  days: readonly Html[] | Html
  below?: Html | undefined
  help: string
}

export function calendarGrid({ screen }: Grid, props: GridProps): Html {
  const { name, label, days, below, help } = props
  const own = attributes({ 'aria-label': label, 'data-settled': Boolean(screen) })
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
