import { attributes, html, type Html } from './html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { shortDateText } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'

/** The day is the same in every zone, as dates beside it read. */
type CalendarDayProps = { day: string; class?: string }

export function calendarDay(
  { locale, ctx }: PageContext,
  { day, class: name }: CalendarDayProps,
): Html {
  return html`<time
    ${attributes({ class: name })}
    datetime="${day}"
    data-day="${day}"
    data-time-format="day-short"
  >
    ${shortDateText(day, utcTimeContext(locale, ctx.now))}
  </time>`
}
