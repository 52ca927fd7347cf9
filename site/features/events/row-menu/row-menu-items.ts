import { calendarNames } from '#site/features/hype/calendar-names.ts'
import { m } from '#site/lib/messages.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import type { RowEvent } from './row-event.ts'

export function rowMenuItems(event: RowEvent): Html {
  const { slug, name, url, start, channel, streamer } = event
  const data = attributes({
    'data-calendar-event': slug,
    'data-name': name,
    'data-start': start,
  })
  return html`<div class="menu-links" role="menu" ${data}>
    ${
      channel &&
      html`<button
        type="button"
        role="menuitem"
        data-hide-channels="${JSON.stringify([channel])}"
        ${attributes({ 'data-streamer': streamer })}
      >
        ${m.muted_channel_hide()}
      </button>`
    }
    ${Object.entries(calendarNames).map(
      ([target, label]) =>
        html`<button type="button" role="menuitem" data-calendar-target="${target}">
          ${m.event_calendar_add({ target: label })}
        </button>`,
    )}
    <button type="button" role="menuitem" data-share="${url}" data-title="${name}">
      ${m.event_share()}
    </button>
  </div>`
}
