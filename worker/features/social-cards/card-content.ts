import { m } from '#messages'
import { eventSubject, hashSubject } from '#worker/contracts/channel-hue.ts'
import { languageTags, locales, type Locale } from '#worker/locale/locales.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import { toEventView, type EventDetailRow } from '#worker/features/events/event-rows.ts'
import { drawBackdrop } from '#worker/features/media/generated-images/drawings.ts'
import {
  channelAvatarPath,
  participantAvatarPath,
  readSeed,
} from '#worker/features/media/generated-images/paths.ts'
import { addFrenchOrdinal } from '#worker/locale/date-words.ts'
import { writeZoneCity } from '#worker/locale/zone-name.ts'
import { zoneWords } from '#worker/locale/zone-words.ts'
import { cardSize, drawSocialCard, type SocialCardContent } from './card.ts'

export function toCardDrawings(row: EventDetailRow): { ground: string; words: string[] } {
  const event = toEventView(row, row.startAt)
  const words = locales.map((locale) => drawSocialCard(toCardContent(event, locale)))
  return { ground: drawBackdrop(hashSubject(eventSubject(event)), cardSize), words }
}

function toCardContent(event: EventView, locale: Locale): SocialCardContent {
  const { name, platform } = event
  return {
    name,
    ticket: formatTicket(event, locale),
    people: listPeople(event),
    platform,
    notice: event.cancelled_at === null ? undefined : m.event_cancelled({}, { locale }),
  }
}

function listPeople(event: EventView): SocialCardContent['people'] {
  const { participants, channel } = event
  if (participants.length > 0) {
    return participants.map((person) => ({
      name: person.display_name,
      seed: readSeed(person.avatar_path) ?? readSeed(participantAvatarPath(person)) ?? 0,
    }))
  }
  const drawn = channelAvatarPath(event)
  return channel && drawn ? [{ name: channel.name, seed: readSeed(drawn) ?? 0 }] : []
}

type TicketFacts = Pick<EventView, 'start' | 'end' | 'timezone' | 'time_certainty'>

/** In the organiser's zone, which is named by its city. */
export function formatTicket(event: TicketFacts, locale: Locale): string {
  const { start, end, timezone: timeZone, time_certainty: certainty } = event
  const tag = languageTags[locale]
  const date = { day: 'numeric', month: 'short', timeZone } as const
  const startAt = Date.parse(start)
  if (certainty === 'date_only') {
    const days = new Intl.DateTimeFormat(tag, date).formatRange(startAt, Date.parse(end) - 1)
    return addFrenchOrdinal(days, tag).toLocaleUpperCase(tag)
  }
  const format = new Intl.DateTimeFormat(tag, { ...date, weekday: 'short' })
  const day = addFrenchOrdinal(format.format(startAt), tag)
  if (certainty === 'tba') return day.toLocaleUpperCase(tag)
  const clock = { hour: 'numeric', minute: '2-digit', timeZone } as const
  const hour = new Intl.DateTimeFormat(tag, clock).format(startAt)
  const city = writeZoneCity(timeZone, zoneWords[locale])
  return `${day} · ${hour}`.toLocaleUpperCase(tag) + ` (${city})`
}
