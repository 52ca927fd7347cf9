import { m } from '#site/lib/messages.ts'
import { classes, html, type Html } from '#site/ui/html.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

type LiveBadgeProps = { isLong?: boolean; class?: string | undefined }

/** For an event that is on by the clock; its channel may not be, as far as we know. */
export function liveBadge(
  event: EventRowFields,
  { isLong = false, class: name }: LiveBadgeProps = {},
): Html {
  if (event.is_late)
    return html`<b class="${classes('badge badge-late', name)}">${m.event_late()}</b>`
  const text = isLong ? m.event_live_now() : m.event_live()
  return html`<b class="${classes('badge badge-live', name)}">${text}</b>`
}
