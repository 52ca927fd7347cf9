import { eventTraits } from '#site/lib/display/event-traits.ts'
import { m } from '#site/lib/messages.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { platformName } from '#site/ui/platform-name.ts'
import { hypeButton } from '../hype/hype-button.ts'
import { eventLink } from './event-link.ts'
import { eventWhen } from './event-when.ts'
import { poster } from './poster.ts'
import { createObjectMemo } from '#worker/contracts/memo.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

export function chartRow(page: PageContext, event: EventSummary, place: number): Html {
  const isLive = event.phase === 'live'
  const { own, picture, name, platform, button } = fixedPartsOf(event, page.locale, () =>
    renderFixedParts(page, event),
  )
  return html`<li ${own}>
    <span class="chart-place display figures" aria-hidden="true"> ${place} </span>
    ${picture}
    <div class="chart-what">
      ${name}
      <p class="event-facts">
        ${isLive ? html`<b class="live-word">${m.event_live_now()}</b>` : eventWhen(page, event)}
        ${platform}
      </p>
    </div>
    ${button}
  </li>`
}

type FixedParts = ReturnType<typeof renderFixedParts>
const fixedPartsOf = createObjectMemo<FixedParts>()

/** The parts of a row that depend neither on the time nor on its place in the chart. */
function renderFixedParts(page: PageContext, event: EventSummary) {
  return {
    own: attributes({ class: 'chart-row', 'data-traits': eventTraits(event) }),
    picture: poster({ event, class: 'chart-thumb', width: 96, height: 96 }),
    name: html`<h3 class="event-name">${eventLink(page, event)}</h3>`,
    platform: platformName(event.platform),
    button: hypeButton(page, { event, size: 'short' }),
  }
}
