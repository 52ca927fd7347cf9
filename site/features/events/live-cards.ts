import '../live/live-cards.css'
import { eventTraits } from '#site/lib/display/event-traits.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { floorToMinute } from '#site/lib/time/utc-times.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import { hypeButton } from '../hype/hype-button.ts'
import { liveBadge } from '../live/live-badge.ts'
import { eventFacts } from './event-facts.ts'
import { eventLink } from './event-link.ts'
import { titledPoster } from './titled-poster.ts'
import { createObjectMemo } from '#worker/contracts/memo.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

export function liveCards(page: PageContext, events: EventSummary[]): Html {
  return html`<ul class="live-cards">
    ${events.map((event) => liveCard(page, event))}
  </ul>`
}

function liveCard(page: PageContext, event: EventSummary): Html {
  const start = Date.parse(event.start)
  const { own, picture, name, button } = fixedPartsOf(event, page.locale, () =>
    renderFixedParts(page, event),
  )
  return html`<li ${own}>
    <div class="live-card-sides">
      ${picture}
      <progress
        class="elapsed"
        max="${Date.parse(event.end) - start}"
        value="${floorToMinute(page.ctx.now) - start}"
        data-start="${start}"
        aria-hidden="true"
      ></progress>
      <div class="live-what">
        ${name}
        <div class="live-foot">
          <p class="quiet">${time(page, { at: event.end, as: 'until' })}</p>
          ${button}
        </div>
      </div>
    </div>
  </li>`
}

type FixedParts = ReturnType<typeof renderFixedParts>
const fixedPartsOf = createObjectMemo<FixedParts>()

/** The parts of a card that do not depend on the time. */
function renderFixedParts(page: PageContext, event: EventSummary) {
  return {
    own: attributes({ class: 'live-card', 'data-traits': eventTraits(event) }),
    picture: html`<div class="live-picture">
      ${titledPoster(page, { event, hasTicket: false })}
      ${liveBadge(event, { class: event.is_late ? 'live-picture-late' : 'live-picture-live' })}
      ${viewersBadge(page, event)}
    </div>`,
    name: html`<h3>${eventLink(page, event)}</h3>
      ${eventFacts(page, event)}`,
    button: hypeButton(page, { event }),
  }
}

function viewersBadge({ locale }: PageContext, { on_air: onAir }: EventSummary): Html | undefined {
  if (!onAir || onAir.viewers === 0) return undefined
  return html`<span class="badge poster-tag live-picture-viewers figures">
    ${m.event_watching({ count: formatCount(onAir.viewers, locale) })}
  </span>`
}
