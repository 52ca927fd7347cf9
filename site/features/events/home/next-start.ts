import { eventLink } from '#site/features/events/event-link.ts'
import { eventWhen } from '#site/features/events/event-when.ts'
import { eventTraits } from '#site/lib/display/event-traits.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

/** The big event above may be days away. */
export function nextStartingEvent(page: PageContext, event: EventSummary): Html {
  return html`<p class="next-start" data-traits="${eventTraits(event)}">
    <b>${m.home_next_start()}</b>
    <span class="next-start-when"> ${eventWhen(page, event)} </span>
    <span class="next-start-name"> ${eventLink(page, event)} </span>
  </p>`
}
