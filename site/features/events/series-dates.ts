import '#site/features/events/folding.css'
import { hypeDatesButton } from '#site/features/hype/hype-dates-button.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import { time } from '#site/ui/time.ts'
import { seriesRhythm } from './series-rhythm.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary, SeriesSummary } from '#worker/features/events/contract.ts'

type SeriesDate = SeriesSummary['laterDates'][number]

export function seriesDates(page: PageContext, event: EventSummary, series: SeriesSummary): Html {
  const { laterDates: dates, count } = series
  const ids = [event.id, ...dates.map(({ id }) => id)]
  return html`<details class="series">
    <summary>
      ${icon('repeat', 18)} <span class="figures" aria-hidden="true">${count}</span>
      <span class="series-rhythm dotted"> ${seriesRhythm(page, event, series)} </span>
    </summary>
    ${hypeDatesButton({ dates: `series-${event.id}`, name: event.name, count, ids })}
    <ul class="series-dates">
      ${dates.map((date) => dateLink(page, event, date))}
      ${dates.length + 1 < count && allDatesLink(page, event, count)}
    </ul>
  </details>`
}

function dateLink(page: PageContext, event: EventSummary, date: SeriesDate): Html {
  const hasOwnName = date.name !== event.name
  return html`<li>
    <a href="${paths.event(page.locale, date.slug)}">
      ${dateTime(page, date)}
      ${hasOwnName && html`<span class="series-date-name">${date.name}</span>`}
    </a>
  </li>`
}

function dateTime(page: PageContext, date: SeriesDate): Html | string {
  if (date.time_certainty === 'exact') return time(page, { at: date.start, as: 'when' })
  const reader = { ...utcTimeContext(page.locale, page.ctx.now), timeZone: date.timezone }
  return timeText('date', Date.parse(date.start), reader)
}

function allDatesLink({ locale }: PageContext, { group, name }: EventSummary, count: number): Html {
  const path = group ? paths.group(locale, group.slug) : paths.events(locale, { q: name })
  return html`<li>
    <a href="${path}">${m.series_all({ count })}</a>
  </li>`
}
