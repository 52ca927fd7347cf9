import { gameOrCategoryName, streamingAccountName, wasRescheduled } from '#site/lib/event-labels.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { platformName } from '#site/ui/platform-name.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

export function eventFacts(event: EventRowFields): Html {
  const isMoved = !event.cancelled_at && wasRescheduled(event)
  return html`<p class="event-facts">
    ${platformName(event.platform)}
    <span>${streamingAccountName(event)}</span>
    <span lang="${event.language}">${nativeLanguageName(event.language)}</span>
    <span>${gameOrCategoryName(event)}</span>
    ${event.cancelled_at && html`<b class="badge badge-danger">${m.event_cancelled()}</b>`}
    ${isMoved && html`<b class="badge">${m.event_moved()}</b>`}
  </p>`
}
