import { eventEnd } from '#site/features/events/event-end.ts'
import { pickEventFace } from '#site/features/events/event-face.ts'
import { timeLeft } from '#site/features/events/time-left.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { liveBadge } from '#site/features/live/live-badge.ts'
import { findForeignLanguage, isOpenForHype } from '#site/lib/event-labels.ts'
import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { paths } from '#site/lib/paths.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { allDayDate } from '#site/lib/time/utc-times.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { time } from '#site/ui/time.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

type HypedEventProps = {
  event: EventRowFields
  /** Un-hyped in its place, which can be undone there. */
  isWithdrawn: boolean
  /** Name of a hyped event at the same time. */
  clash: string | undefined
}

export function hypedEvent(page: PageContext, props: HypedEventProps, reader: TimeContext): Html {
  const { event, isWithdrawn, clash } = props
  const { path, drawn, isChannel } = pickEventFace(event)
  const name = classes('hyped-face', isChannel && 'hyped-face-channel')
  const lang = attributes({ lang: findForeignLanguage(event.language, page.locale) })
  const isHyped = true
  return html`<div class="${classes('hyped-event', channelHueClass(event))}">
    ${picture({ class: name, path, drawn, width: 40, height: 40, loading: 'lazy' })}
    <div class="hyped-what">
      <a href="${paths.event(page.locale, event.slug)}" ${lang}>${event.name}</a>
      <p class="hyped-when">${hypedEventTime(page, event, reader)}</p>
      ${isWithdrawn && html`<p class="quiet quiet-small">${m.hyped_withdrawn()}</p>`}
      ${
        clash !== undefined &&
        !isWithdrawn &&
        html`<p class="clash-mark">${m.calendar_overlap({ name: clash })}</p>`
      }
    </div>
    ${isOpenForHype(event) && hypeButton(page, { event, size: 'short', isHyped })}
  </div>`
}

function hypedEventTime(page: PageContext, event: EventRowFields, reader: TimeContext): Html {
  const { start, phase, cancelled_at: isCancelled } = event
  const day = allDayDate(event, reader)
  if (phase === 'live' && !isCancelled && !day) {
    return html`${liveBadge(event)} <span>${eventEnd(page, event)}</span>`
  }
  return html`${day ? calendarDay(page, { day }) : time(page, { at: start, as: 'when' })}
  ${isCancelled && html`<b class="badge badge-danger">${m.event_cancelled()}</b>`}
  ${phase === 'upcoming' && !isCancelled && timeLeft(event, reader, 'hyped-left')}`
}
