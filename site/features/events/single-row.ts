import { eventTraits } from '#site/lib/display/event-traits.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import { createObjectMemo } from '#worker/contracts/memo.ts'
import { hypeButton } from '../hype/hype-button.ts'
import { pickEventFace } from './event-face.ts'
import { eventFacts } from './event-facts.ts'
import { eventLink } from './event-link.ts'
import { eventTime } from './event-time.ts'
import { poster } from './poster.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

export type SingleEventRowProps = {
  event: EventRowFields
  heading?: 'h3' | 'h4'
  /** Includes the day, for lists without day headings. */
  isDated?: boolean
  below?: Html | undefined
}

export function singleEventRow(page: PageContext, props: SingleEventRowProps): Html {
  const { event, heading = 'h4', isDated = false, below } = props
  const { own, pictures, name, button } = fixedPartsOf(event, `${page.locale} ${heading}`, () =>
    renderFixedParts(page, event, heading),
  )
  return html`<li ${own}>
    ${eventTime(page, event, isDated)} ${pictures}
    <div class="event-what">${name} ${below}</div>
    ${button}
  </li>`
}

type FixedParts = ReturnType<typeof renderFixedParts>
const fixedPartsOf = createObjectMemo<FixedParts>()

/** The parts of a row that do not depend on the time. */
function renderFixedParts(page: PageContext, event: EventRowFields, heading: 'h3' | 'h4') {
  const isPast = event.phase === 'past' || event.cancelled_at
  return {
    own: attributes({
      class: classes('event-row', channelHueClass(event), isPast && 'event-row-past'),
      'data-traits': eventTraits(event),
      'data-start': event.start,
      'data-day': allDayDate(event, utcTimeContext(page.locale, page.ctx.now)),
    }),
    pictures: html`${poster({ event, class: 'event-thumb', width: 128, height: 72 })}
    ${facePicture(event)}`,
    name: html`<${heading} class="event-name"> ${eventLink(page, event)} </${heading}>
      ${eventFacts(event)}`,
    button: hypeButton(page, { event, size: 'short' }),
  }
}

/** For rows without room for a poster. */
function facePicture(event: EventRowFields): Html {
  const { path, drawn, isChannel } = pickEventFace(event)
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
