import { m } from '#site/lib/messages.ts'

/** What the colours, bars and marks of the grids mean. */
export function CalendarLegend() {
  return (
    <details className="cal-legend">
      <summary>{m.calendar_legend()}</summary>
      <ul>
        <li>
          <i className="cal-sample cal-sample-channel" />
          {m.calendar_legend_channel()}
        </li>
        <li>
          <i className="cal-sample cal-sample-category" />
          {m.calendar_legend_category()}
        </li>
        <li>
          <i className="cal-sample cal-sample-line" />
          {m.calendar_legend_line()}
        </li>
        <li>
          <i className="cal-sample cal-sample-hype">
            <i className="bolt" />
          </i>
          {m.calendar_legend_hype()}
        </li>
        <li>
          <i className="cal-overlap" />
          {m.calendar_legend_clash()}
        </li>
        <li>
          <i className="cal-sample-live" />
          {m.calendar_legend_live()}
        </li>
      </ul>
    </details>
  )
}
