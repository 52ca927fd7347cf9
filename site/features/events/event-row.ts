import { eventTraits } from '#site/lib/display/event-traits.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import { hypeButton } from '../hype/hype-button.ts'
import { eventFace } from './event-face.ts'
import { eventFacts } from './event-facts.ts'
import { eventLink } from './event-link.ts'
import { eventTime } from './event-time.ts'
import { poster } from './poster.ts'
import { seriesDates } from './series-dates.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary, ListedEvent } from '#worker/features/events/contract.ts'

type EventRowProps = {
  event: ListedEvent
  heading?: 'h3' | 'h4'
  /** Includes the day, for lists without day headings. */
  isDated?: boolean
}

export function eventRow(page: PageContext, props: EventRowProps): Html {
  const { event, heading = 'h4', isDated = false } = props
  const isPast = event.phase === 'past' || event.cancelled_at
  const day = allDayDate(event, utcTimeContext(page.locale, page.ctx.now))
  return html`<li
    class="${classes('event-row', channelHueClass(event), isPast && 'event-row-past')}"
    data-traits="${eventTraits(event)}"
    data-start="${event.start}"
    ${attributes({ 'data-day': day })}
  >
    ${eventTime(page, event, isDated)}
    ${poster({ event, class: 'event-thumb', width: 128, height: 72 })}
    ${facePicture(event)}
    <div class="event-what">
      <${heading} class="event-name"> ${eventLink(page, event)} </${heading}>
      ${eventFacts(event)}
      ${event.series && seriesDates(page, event, event.series)}
    </div>
    ${hypeButton(page, { event, size: 'short' })}
  </li>`
}

/** Whose event it is, where a row has no room for a poster. */
function facePicture(event: EventSummary): Html {
  const { path, drawn, isChannel } = eventFace(event)
  return picture({
    class: isChannel ? 'event-face event-face-channel' : 'event-face',
    path,
    drawn,
    width: 40,
    height: 40,
    loading: 'lazy',
    decoding: 'async',
  })
}
