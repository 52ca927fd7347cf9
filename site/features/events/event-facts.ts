import { channelName, wasRescheduled } from '#site/lib/event-labels.ts'
import { formatCount, nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { platformName } from '#site/ui/platform-name.ts'
import { countMarathonDays, isMarathon } from '#worker/contracts/folding.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

/** One line: channel, language and at most one more fact. Category and game are on the event’s page. */
export function eventFacts(page: PageContext, event: EventRowFields): Html {
  const { platform, language } = event
  const title = language === page.locale ? undefined : nativeLanguageName(language)
  return html`<p class="event-facts">
    ${platformName(platform)}
    <span>${channelName(event)}</span>
    <span ${attributes({ title })}>${language.toUpperCase()}</span>
    ${furtherFact(page, event)}
  </p>`
}

function furtherFact({ locale, ctx }: PageContext, event: EventRowFields): Html | undefined {
  if (event.cancelled_at)
    return html`<b class="badge badge-danger event-mark">${m.event_cancelled()}</b>`
  if (wasRescheduled(event)) return html`<b class="badge event-mark">${m.event_moved()}</b>`
  if (event.phase !== 'live') return undefined
  const viewers = event.on_air?.viewers ?? 0
  if (viewers > 0) {
    return html`<span>${m.event_watching({ count: formatCount(viewers, locale) })}</span>`
  }
  const isDayCounted = isMarathon(event) && event.time_certainty === 'exact'
  return isDayCounted
    ? html`<span>${m.marathon_day(countMarathonDays(event, ctx.now))}</span>`
    : undefined
}
