import { m } from '#site/lib/messages.ts'
import { formatReminderTimes } from '#site/lib/time/utc-times.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

/** Cached pages hold each promise with its time; `ticking.ts` shows the one that can be kept. */
export function hypePromise({ ctx: { now } }: PageContext, event: EventSummary): Html {
  const { day, hour } = formatReminderTimes(event)
  const promises = [
    { text: m.hype_promise(), from: undefined, until: day },
    { text: m.hype_promise_hour(), from: day, until: hour },
    { text: m.hype_promise_late(), from: hour, until: event.start },
  ]
  return html`${promises.map(({ text, from, until }) => {
    const hidden = now >= Date.parse(until) || (from !== undefined && now < Date.parse(from))
    return html`<span
      ${attributes({ 'data-shown-from': from })}
      data-shown-until="${until}"
      ${attributes({ hidden })}
    >
      ${text}
    </span>`
  })}`
}
