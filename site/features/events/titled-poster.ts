import { lettered } from '#site/ui/lettered.ts'
import { html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { time } from '#site/ui/time.ts'
import { dayRangeText, localDay } from '#site/lib/time/time-text.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import {
  channelAvatarPath,
  participantAvatarPath,
} from '#worker/features/media/generated-images/paths.ts'
import { isPosterDrawn, titledPosterPath } from './event-face.ts'
import { poster } from './poster.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

type TitledPosterProps = {
  event: EventSummary
  class?: string
  eager?: boolean
  hasTicket?: boolean
  /** False where the name stands right above. */
  hasName?: boolean
  /** Its name with markup of its own, where it is not written beside the poster (`isPosterDrawn`). */
  title?: Html
}

/** For large sizes: the event’s name, date and people upon its ground. */
export function titledPoster(page: PageContext, props: TitledPosterProps): Html {
  const { event, class: name, eager = false, hasTicket = true, hasName = true, title } = props
  const above = hasTicket ? ticket(page, event) : undefined
  const size = { width: 1280, height: 720, eager }
  const shared = { kind: 'poster', class: name, above } as const
  const ground = poster({ event: { ...event, thumbnail_path: titledPosterPath(event) }, ...size })
  if (!isPosterDrawn(event)) return lettered({ ...shared, ground, text: '' })
  return lettered({
    ...shared,
    ground,
    text: hasName ? event.name : '',
    title,
    below: people(event),
  })
}

function ticket(page: PageContext, event: EventSummary): Html {
  const utc = utcTimeContext(page.locale, page.ctx.now)
  const day = allDayDate(event, utc)
  if (day === undefined)
    return time(page, { class: 'poster-ticket', at: event.start, as: 'ticket' })
  const lastInstant = Date.parse(event.end) - 1
  const isKnown = event.time_certainty === 'date_only'
  const until = isKnown ? localDay(lastInstant, { ...utc, timeZone: event.timezone }) : day
  return html`<time
    class="poster-ticket"
    datetime="${day}"
    data-day="${day}"
    data-until="${until}"
    data-time-format="day-range"
    >${dayRangeText(day, until, utc)}</time
  >`
}

const peopleAtMost = 2

type Person = { name: string; face: { path: string; drawn?: string | undefined } }

function people(event: EventSummary): Html | undefined {
  const everyone = listPeople(event)
  if (everyone.length === 0) return undefined
  const shown = everyone.slice(0, peopleAtMost)
  const others = everyone.length - shown.length
  return html`<p class="poster-people">
    <span class="poster-faces"
      >${shown.map(({ face }) => picture({ ...face, loading: 'lazy' }))}</span
    >
    <span>${shown.map(({ name }) => name).join(', ')}${others > 0 && ` +${others}`}</span>
  </p>`
}

function listPeople(event: EventSummary): Person[] {
  const { participants, channel } = event
  if (participants.length > 0) {
    return participants.map((person) => ({
      name: person.display_name,
      face: { path: person.avatar_path, drawn: participantAvatarPath(person) },
    }))
  }
  if (!channel) return []
  return [
    { name: channel.name, face: { path: channel.avatar_path, drawn: channelAvatarPath(event) } },
  ]
}
