import { eventFace } from '#site/features/events/event-face.ts'
import { foreignLanguage, isOpenForHype } from '#site/lib/event-labels.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { localeOfPath, paths } from '#site/lib/paths.ts'
import { pictureLayers } from '#site/lib/picture-layers.ts'
import { localize } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import {
  dateText,
  formatDayDistance,
  formatDistance,
  localDay,
  timeText,
} from '#site/lib/time/time-text.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type { NextEvent } from '#worker/features/events/next/contract.ts'

/** A card of the page's template, filled. */
export function drawCard(template: HTMLTemplateElement, { event, is_hyped }: NextEvent): Element {
  const fragment = template.content.cloneNode(true) as DocumentFragment
  const card = fragment.firstElementChild as HTMLElement
  const find = (name: string) => card.querySelector<HTMLElement>(`[data-card-${name}]`) ?? card
  const locale = localeOfPath(location.pathname)
  card.dataset.nextEvent = String(event.id)
  card.classList.add(...channelHueClass(event).split(' '))
  const link = find('link') as HTMLAnchorElement
  link.href = paths.event(locale, event.slug)
  link.lang = foreignLanguage(event.language, locale) ?? ''
  link.textContent = event.name
  drawFace(find('face'), event)
  drawWhen(find('when'), event)
  find('channel').textContent = event.channel?.name ?? event.group?.name ?? ''
  const button = find('hype') as HTMLButtonElement
  if (!isOpenForHype(event)) button.remove()
  button.dataset.hypeEvent = String(event.id)
  button.dataset.count = String(event.hype_count)
  button.ariaPressed = String(is_hyped)
  find('count').textContent = formatCount(event.hype_count, locale)
  find('name').textContent = event.name
  return card
}

function drawFace(face: HTMLElement, event: EventSummary): void {
  const { path, drawn, isChannel } = eventFace(event)
  const { src, behind } = pictureLayers(path, drawn)
  face.classList.toggle('next-face-channel', isChannel)
  for (const layer of behind ? [behind, src] : [src]) {
    const image = Object.assign(new Image(40, 40), { alt: '', src: layer })
    face.append(image)
  }
}

/** When it begins and how far away that is; of a live one, until when. */
function drawWhen(when: HTMLElement, event: EventSummary): void {
  const reader = currentTimeContext()
  const isExact = event.time_certainty === 'exact'
  if (event.phase === 'live' && isExact) {
    const badge = document.createElement('b')
    badge.className = event.is_late ? 'badge badge-late' : 'badge badge-live'
    badge.textContent = event.is_late ? m.event_late() : m.event_live()
    when.replaceChildren(badge, `${m.event_ends()} `, timeOf(event.end, 'until'))
    localize(when, reader)
    return
  }
  const at = Date.parse(event.start)
  const near = isExact ? formatDistance(at, reader) : undefined
  const day = localDay(at, isExact ? reader : { ...reader, timeZone: event.timezone })
  const left = timeOf(event.start, near === undefined ? undefined : 'distance')
  left.className = 'next-left'
  left.textContent = near ?? formatDayDistance(day, reader)
  const start = timeOf(event.start, isExact ? 'when' : undefined)
  start.textContent = isExact ? timeText('when', at, reader) : dateText(day, reader)
  when.replaceChildren(left, start)
}

/** The page's script keeps the text of a form right. */
function timeOf(at: string, form: string | undefined): HTMLTimeElement {
  const time = document.createElement('time')
  time.dateTime = at
  if (form) time.dataset.timeFormat = form
  return time
}

export function markClash(card: HTMLElement, name: string | undefined): void {
  const mark = card.querySelector<HTMLElement>('[data-card-clash]')
  if (!mark) return
  mark.hidden = name === undefined
  mark.textContent = name === undefined ? '' : m.calendar_overlap({ name })
  mark.title = mark.textContent
  card.querySelector('[data-card-channel]')?.toggleAttribute('hidden', name !== undefined)
}
