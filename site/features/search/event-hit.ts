import { eventFacts } from '#site/features/events/event-facts.ts'
import { eventLink } from '#site/features/events/event-link.ts'
import { poster } from '#site/features/events/poster.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { liveBadge } from '#site/features/live/live-badge.ts'
import { m } from '#site/lib/messages.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { classes, html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import { highlightMatches } from './highlight-matches.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventHit } from '#worker/features/search/contract.ts'

export function eventHit(page: PageContext, event: EventHit, search: string): Html {
  const isOver = event.phase === 'past' || event.cancelled_at
  const { upcoming_dates: count } = event
  return html`<li class="${classes('hit-event', isOver && 'hit-event-over')}">
    <p class="hit-when">${hitTime(page, event)}</p>
    ${poster({ event, class: 'hit-thumb', width: 128, height: 72 })}
    <div class="hit-what">
      <h3 class="event-name hit-name">
        ${eventLink(page, event, highlightMatches(event.name, search))}
      </h3>
      ${eventFacts(event)}
      ${count !== null && html`<p class="quiet hit-dates">${m.series_dates({ count })}</p>`}
    </div>
    ${hypeButton(page, { event, size: 'short' })}
  </li>`
}

function hitTime(page: PageContext, event: EventHit): Html {
  const { start: at, phase } = event
  const day = allDayDate(event, utcTimeContext(page.locale, page.ctx.now))
  if (day) return calendarDay(page, { class: 'hit-date', day })
  return html`
    ${time(page, { class: 'hit-date', at, as: 'date' })}
    ${phase === 'live' ? liveBadge(event) : time(page, { class: 'quiet', at, as: 'time' })}
  `
}
