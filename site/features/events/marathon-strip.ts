import { eventTraits } from '#site/lib/display/event-traits.ts'
import { m } from '#site/lib/messages.ts'
import { fillMessage, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { time } from '#site/ui/time.ts'
import { facePicture, singleEventRow } from './single-row.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

const picturesAtMost = 5

export function marathonStrip(
  page: PageContext,
  events: readonly EventRowFields[],
  heading: 'h3' | 'h4' = 'h3',
  rows = events.map((event) => singleEventRow(page, { event, heading })),
): Html | undefined {
  const ends = events.map(({ end }) => end)
  const nextEnd = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
  if (nextEnd === undefined) return undefined
  return html`<details class="marathons">
    <summary>
      <span class="marathons-pictures"> ${events.slice(0, picturesAtMost).map(stripPicture)} </span>
      <span class="marathons-what">
        <b data-marathons>${m.marathons_running({ count: events.length })}</b>
        <span class="quiet">
          ${fillMessage(m.marathons_next_end, time(page, { at: nextEnd, as: 'ending' }))}
        </span>
      </span>
      ${islandIcon('chevron', 22)}
    </summary>
    <ol class="day-rows">
      ${rows}
    </ol>
  </details>`
}

function stripPicture(event: EventRowFields): Html {
  return html`<span data-traits="${eventTraits(event)}" class="${channelHueClass(event)}">
    ${facePicture(event)}
  </span>`
}
