import '#site/features/events/folding.css'
import { eventEnd } from '#site/features/events/event-end.ts'
import { pickEventFace } from '#site/features/events/event-face.ts'
import { eventFacts } from '#site/features/events/event-facts.ts'
import { eventLink } from '#site/features/events/event-link.ts'
import { eventWhen } from '#site/features/events/event-when.ts'
import { seriesRhythm } from '#site/features/events/series-rhythm.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { liveBadge } from '#site/features/live/live-badge.ts'
import { eventTraits } from '#site/lib/display/event-traits.ts'
import { html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary, ListedEvent } from '#worker/features/events/contract.ts'

export function eventTile(page: PageContext, event: ListedEvent): Html {
  const { series } = event
  return html`<li class="tile" data-traits="${eventTraits(event)}">
    ${tilePicture(event)}
    <div class="tile-what">
      <p class="tile-when">${tileTime(page, event)}</p>
      <h3 class="tile-name">${eventLink(page, event)}</h3>
      ${eventFacts(event)}
      ${series && html`<p class="series-rhythm dotted quiet">${seriesRhythm(page, event, series)}</p>`}
      <div class="tile-foot">${hypeButton(page, { event })}</div>
    </div>
  </li>`
}

function tilePicture(event: EventSummary): Html {
  const { path, drawn } = pickEventFace(event)
  // A drawn avatar would be cut in an upright box; a drawn poster takes its proportions.
  const isDrawn = path.startsWith('drawn/')
  return picture({
    class: 'tile-poster',
    path: isDrawn ? event.thumbnail_path : path,
    drawn,
    width: 160,
    height: 160,
    loading: 'lazy',
    decoding: 'async',
  })
}

function tileTime(page: PageContext, event: EventSummary): Html {
  if (event.phase !== 'live') return eventWhen(page, event)
  const isExact = event.time_certainty === 'exact'
  const end = isExact && html`<span class="tile-until"> ${eventEnd(page, event)} </span>`
  return html` ${liveBadge(event)} ${end} `
}
