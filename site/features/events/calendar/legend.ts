import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'

const samples = [
  ['cal-sample cal-sample-channel', m.calendar_legend_channel],
  ['cal-sample cal-sample-category', m.calendar_legend_category],
  ['cal-sample cal-sample-line', m.calendar_legend_line],
  ['cal-sample cal-sample-hype', m.calendar_legend_hype],
  ['cal-overlap', m.calendar_legend_clash],
  ['cal-sample-live', m.calendar_legend_live],
] as const

/** Explains the colours, bars and marks of the grids. */
export function calendarLegend(): Html {
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
