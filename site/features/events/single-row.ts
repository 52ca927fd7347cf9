import { eventTraits } from '#site/lib/display/event-traits.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import { countMarathonDays } from '#worker/contracts/folding.ts'
import { createObjectMemo } from '#worker/contracts/memo.ts'
import { hypeButton } from '../hype/hype-button.ts'
import { pickEventFace } from './event-face.ts'
import { eventFacts } from './event-facts.ts'
import { eventLink } from './event-link.ts'
import { eventTime } from './event-time.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

export type SingleEventRowProps = {
  event: EventRowFields
  heading?: 'h3' | 'h4'
  /** Includes the day, for lists without day headings. */
  isDated?: boolean
  /** The name with the matches of a search. */
  name?: Html | undefined
  /** Stands in the quiet line, after the facts. */
  beside?: Html | undefined
  /** The server knows it on the member's own pages only. */
  isHyped?: boolean
  below?: Html | undefined
  /** Further attributes of the row. */
  data?: Record<`data-${string}`, string | number | boolean | undefined>
}

export function singleEventRow(page: PageContext, props: SingleEventRowProps): Html {
  const {
    event,
    heading = 'h4',
    isDated = false,
    isHyped = false,
    name,
    beside,
    below,
    data,
  } = props
  const { own, face, facts, button } = fixedPartsOf(
    event,
    `${memoKey(page, event)} ${isHyped}`,
    () => renderFixedParts(page, event, isHyped),
  )
  return html`<li ${own} ${attributes(data ?? {})}>
    ${eventTime(page, event, isDated)} ${face}
    <div class="event-what">
      <${heading} class="event-name">${eventLink(page, event, name)}</${heading}>
      ${beside ? html`<div class="event-line">${facts} ${beside}</div>` : facts} ${below}
    </div>
    ${button}
  </li>`
}

type FixedParts = ReturnType<typeof renderFixedParts>
const fixedPartsOf = createObjectMemo<FixedParts>()

/** Key of the fixed parts: of the time only the day of a long event shows in them. */
function memoKey({ locale, ctx }: PageContext, event: EventRowFields): string {
  return event.phase === 'live' ? `${locale} ${countMarathonDays(event, ctx.now).day}` : locale
}

function renderFixedParts(page: PageContext, event: EventRowFields, isHyped: boolean) {
  const isPast = event.phase === 'past' || event.cancelled_at
  return {
    own: attributes({
      class: classes('event-row', channelHueClass(event), isPast && 'event-row-past'),
      'data-traits': eventTraits(event),
      'data-start': event.start,
      'data-day': allDayDate(event, utcTimeContext(page.locale, page.ctx.now)),
    }),
    face: facePicture(event),
    facts: eventFacts(page, event),
    button: hypeButton(page, { event, isHyped, size: 'short' }),
  }
}

export function facePicture(event: EventRowFields): Html {
  const { path, drawn, isChannel } = pickEventFace(event)
  return picture({
    class: isChannel ? 'event-face' : 'event-face event-face-square',
    path,
    drawn,
    loading: 'lazy',
    // Large pictures come first.
    fetchpriority: 'low',
  })
}
