import { pickEventFace } from '#site/features/events/event-face.ts'
import { eventLink } from '#site/features/events/event-link.ts'
import { eventWhen } from '#site/features/events/event-when.ts'
import { timeLeft } from '#site/features/events/time-left.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { liveBadge } from '#site/features/live/live-badge.ts'
import { isOpenForHype } from '#site/lib/event-labels.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { classes, html, type Html } from '#site/ui/html.ts'
import { picture } from '#site/ui/picture.ts'
import { time } from '#site/ui/time.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import type { NextEvent } from '#worker/features/events/next/contract.ts'

export function nextEventCard(
  page: PageContext,
  { event, is_hyped: isHyped }: NextEvent,
  reader: TimeContext,
): Html {
  const { path, drawn, isChannel } = pickEventFace(event)
  const name = classes('next-face', isChannel && 'next-face-channel')
  const isOn = event.phase === 'live' && event.time_certainty === 'exact'
  const when = isOn
    ? html`${liveBadge(event)} ${time(page, { at: event.end, as: 'until' })}`
    : html`${timeLeft(event, reader, 'next-left')} ${eventWhen(page, event)}`
  return html`<li
    class="${classes('next-card', channelHueClass(event))}"
    data-next-event="${event.id}"
  >
    ${picture({ class: name, path, drawn, width: 40, height: 40 })}
    <p class="next-when">${when}</p>
    <h3 class="next-name">${eventLink(page, event)}</h3>
    <p class="next-channel" data-card-channel>${event.channel?.name ?? event.group?.name}</p>
    <p class="clash-mark next-clash" data-card-clash hidden></p>
    ${
      isOpenForHype(event) &&
      hypeButton(page, { event, isHyped, size: 'short', class: 'next-hype' })
    }
  </li>`
}
