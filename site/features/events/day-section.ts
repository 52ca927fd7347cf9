import { dateText, dayName } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'

export function daySection({ locale, ctx }: PageContext, day: string, rows: Html[]): Html {
  const reader = utcTimeContext(locale, ctx.now)
  return html`<section class="day" data-day="${day}">
    <div class="day-label">
      <h3 data-time-format="day-name">${dayName(day, reader)}</h3>
      <p class="quiet" data-time-format="day-date">${dateText(day, reader)}</p>
    </div>
    <ol class="day-rows">
      ${rows}
    </ol>
  </section>`
}
