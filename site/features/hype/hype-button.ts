import { isOpenForHype } from '#site/lib/event-labels.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

type HypeButtonProps = {
  event: EventRowFields
  size?: 'short' | 'medium' | 'large'
  class?: string
  /** The server knows it on the member's own pages only. */
  isHyped?: boolean
}

export function hypeButton({ locale }: PageContext, props: HypeButtonProps): Html | undefined {
  const { event, size = 'medium', class: name, isHyped = false } = props
  const count = formatCount(event.hype_count, locale)
  if (!isOpenForHype(event)) return finalCount(event, count, size)
  // A row says its start itself.
  const at = event.time_certainty === 'exact' && size !== 'short' ? event.start : undefined
  return html`<button
    type="button"
    class="${classes('hype', `hype-${size}`, name)}"
    data-hype-event="${event.id}"
    data-count="${event.hype_count}"
    ${attributes({ 'data-hype-at': at })}
    aria-pressed="${String(isHyped)}"
  >
    ${label(size)}
    <span class="visually-hidden">${event.name}</span>
    <span data-hype-count>${count}</span>
  </button>`
}

/** The bolt stands for the word where there is no room. */
function label(size: string): Html {
  const off = m.hype_off()
  if (size === 'short') return html`<span class="bolt">${off}</span>`
  return html`<span class="bolt"></span>
    <span class="hype-word">
      <span class="hype-off">${off}</span>
      <span class="hype-on">${m.hype_on()}</span>
    </span>`
}

function finalCount(event: EventRowFields, shown: string, size: string): Html | undefined {
  if (event.hype_count === 0) return undefined
  return html`<p class="hype-final hype-final-${size}">
    <span class="bolt"></span>
    <span class="hype-final-count" aria-hidden="true"> ${shown} </span>
    <span class="hype-final-words">
      ${m.hype_count_final({ count: event.hype_count, shown })}
    </span>
  </p>`
}
