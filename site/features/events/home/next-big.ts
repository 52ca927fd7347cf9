import { eventLink } from '#site/features/events/event-link.ts'
import { eventWhen } from '#site/features/events/event-when.ts'
import { poster } from '#site/features/events/poster.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { eventTraits } from '#site/lib/display/event-traits.ts'
import { html, type Html } from '#site/ui/html.ts'
import { platformName } from '#site/ui/platform-name.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

export function nextBigEvent(page: PageContext, event: EventSummary): Html {
  return html`<li class="next-big" data-traits="${eventTraits(event)}">
    ${poster({ event, class: 'next-big-thumb', width: 128, height: 72 })}
    <div class="next-big-what">
      <h3 class="event-name">${eventLink(page, event)}</h3>
      <p class="event-facts">${eventWhen(page, event)} ${platformName(event.platform)}</p>
    </div>
    ${hypeButton(page, { event, size: 'short' })}
  </li>`
}
