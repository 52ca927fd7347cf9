import { findHighlightReasons, type HighlightReason } from '#site/features/articles/week.ts'
import { eventFacts } from '#site/features/events/event-facts.ts'
import { eventLink } from '#site/features/events/event-link.ts'
import { eventTime } from '#site/features/events/event-time.ts'
import { poster } from '#site/features/events/poster.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { formatEventDuration } from '#site/lib/event-labels.ts'
import { formatList, localizedLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { capitalize } from '#worker/locale/date-words.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

export function weekPick(page: PageContext, event: EventSummary, week: EventSummary[]): Html {
  const day = allDayDate(event, utcTimeContext(page.locale, page.ctx.now))
  const reasons = findHighlightReasons(event, week).map((reason) => reasonText(page, event, reason))
  return html`<li class="week-pick" data-start="${event.start}" ${attributes({ 'data-day': day })}>
    ${poster({ event, class: 'week-pick-poster' })}
    <div class="week-pick-what">
      ${eventTime(page, event)}
      <h4 class="week-pick-name">${eventLink(page, event)}</h4>
      ${eventFacts(page, event)}
      ${
        reasons.length > 0 &&
        html`<ul class="week-reasons">
          ${reasons.map((reason) => html`<li>${reason}</li>`)}
        </ul>`
      }
      ${lineUp(page, event)}
      <div class="week-pick-act">${hypeButton(page, { event })}</div>
    </div>
  </li>`
}

function reasonText({ locale }: PageContext, event: EventSummary, reason: HighlightReason): string {
  const texts: Record<HighlightReason, () => string> = {
    most_hyped: () => m.week_reason_hype({ count: event.hype_count }),
    most_people: () => m.week_reason_people({ count: event.participants.length }),
    longest: () => m.week_reason_longest({ duration: formatEventDuration(event, locale) ?? '' }),
    only_in_language: () =>
      m.week_reason_language({ language: localizedLanguageName(event.language, locale) }),
  }
  return texts[reason]()
}

function lineUp({ locale }: PageContext, { participants }: EventSummary): Html | undefined {
  if (participants.length === 0) return undefined
  const shownNames = participants.slice(0, 4).map((person) => person.display_name)
  const otherCount = participants.length - shownNames.length
  const names =
    otherCount > 0 ? [...shownNames, m.event_more_people({ count: otherCount })] : shownNames
  return html`<p class="quiet quiet-small">
    ${capitalize(m.event_with({ names: formatList(names, locale) }))}
  </p>`
}
