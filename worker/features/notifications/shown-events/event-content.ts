import { m } from '#messages'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { mediaUrl, workerMediaUrl } from '#worker/contracts/media-url.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { MailEvent, MailFace } from '#worker/features/notifications/channels/mail-event.ts'
import {
  formatDateTime,
  type MailFormatter,
} from '#worker/features/notifications/copy/formatter.ts'
import type { EventTimes } from '#worker/features/notifications/copy/notification.ts'
import { cardKey } from '#worker/features/social-cards/cards.ts'
import { capitalize } from '#worker/locale/date-words.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { localePath } from '#worker/locale/locale.ts'
import { listOtherHypers, type ShownEvent } from './shown-events.ts'

const namedAtMost = 3
/** Faces that fit in one row beside the ticket on a phone. */
const facesAtMost = 5

export function formatNames(names: readonly string[], total: number, locale: Locale): string {
  // One that is left takes as much room by name.
  const named = names.slice(0, total === namedAtMost + 1 ? total : namedAtMost)
  const count = Math.max(total - named.length, 0)
  const tag = languageTags[locale]
  const shown = new Intl.NumberFormat(tag).format(count)
  const rest = count > 0 ? [m.hype_others({ count, shown }, { locale })] : []
  return new Intl.ListFormat(tag).format([...named, ...rest])
}

export function listParticipants({ event }: ShownEvent): string[] {
  return event.participants
    .map(({ display_name: name }) => name)
    .filter((name) => name !== event.channel?.name)
}

export function buildPictureUrl({ config }: Ctx, path: string | null): string | null {
  // Drawn pictures are SVG.
  return path !== null && !path.endsWith('.svg')
    ? new URL(mediaUrl(path), config.SITE_URL).href
    : null
}

/** Null while it is not drawn. */
export function buildCardUrl(
  { config }: Ctx,
  { event, cards }: ShownEvent,
  locale: Locale,
): string | null {
  return cards.includes(locale) ? config.SITE_URL + workerMediaUrl(cardKey(event.id, locale)) : null
}

type Person = { name: string; path: string | null }

function listFaces(ctx: Ctx, people: readonly Person[]): MailFace[] {
  const faces = people.flatMap(({ name, path }) => {
    const picture = buildPictureUrl(ctx, path)
    return picture === null ? [] : [{ name, picture }]
  })
  return [...new Map(faces.map((face) => [face.picture, face])).values()].slice(0, facesAtMost)
}

function listPlayers({ event: { channel, participants } }: ShownEvent): Person[] {
  const guests = participants.map((one) => ({ name: one.display_name, path: one.avatar_path }))
  return channel ? [{ name: channel.name, path: channel.avatar_path }, ...guests] : guests
}

/** Null where nobody but the reader chose to be shown. */
function composeHypers(
  ctx: Ctx,
  shown: ShownEvent,
  reader: { userId: UserId; locale: Locale },
): MailEvent['hypers'] {
  const { locale } = reader
  const others = listOtherHypers(shown, reader.userId)
  if (others.length === 0) return null
  const otherCount = Math.max(shown.event.hype_count - 1, others.length)
  const names = formatNames(
    others.map(({ username }) => username),
    otherCount,
    locale,
  )
  return {
    text: m.mail_also_hyped({ names }, { locale }),
    faces: listFaces(
      ctx,
      others.map(({ username: name, avatarPath: path }) => ({ name, path })),
    ),
  }
}

function composePeople(shown: ShownEvent, { locale }: MailFormatter): string[] {
  const { channel, platform } = shown.event
  const options = { locale }
  const guests = listParticipants(shown)
  return [
    channel &&
      m.notification_channel(
        { channel: channel.name, platform: platforms[platform].name },
        options,
      ),
    guests.length > 0 &&
      m.mail_with({ names: formatNames(guests, guests.length, locale) }, options),
  ].filter((line) => typeof line === 'string')
}

type Shown = { shown: ShownEvent; formatter: MailFormatter; times: EventTimes }

function composeFacts(ctx: Ctx, { shown, formatter, times }: Shown) {
  const { event } = shown
  const { locale } = formatter
  const { start, before } = times
  const isOn = start !== null
  const at = Date.parse(event.start)
  const { time_certainty: certainty, timezone: timeZone } = event
  return {
    name: event.name,
    url: ctx.config.SITE_URL + localePath(locale, `/events/${event.slug}`),
    poster: isOn
      ? (buildCardUrl(ctx, shown, locale) ?? buildPictureUrl(ctx, event.thumbnail_path))
      : null,
    ticket: isOn ? formatter.ticket({ at, certainty, timeZone }) : null,
    times: { start: start && capitalize(start), before: before && capitalize(before) },
    people: composePeople(shown, formatter),
    faces: listFaces(ctx, listPlayers(shown)),
    color: platforms[event.platform].colors.light,
    when: isOn
      ? capitalize([before, start].filter((one) => one !== null).join(' → '))
      : m.notification_planned({ start: before ?? '' }, { locale }),
  }
}

/** For a mail about the event; those who hyped it beside the reader stand in those to hypers. */
export function composeMailEvent(
  ctx: Ctx,
  { userId, isToHyper, ...about }: Shown & { userId: UserId; isToHyper: boolean },
): MailEvent {
  const { locale } = about.formatter
  return {
    ...composeFacts(ctx, about),
    hypers: isToHyper ? composeHypers(ctx, about.shown, { userId, locale }) : null,
    action: null,
    notice: null,
  }
}

/** By slug, for blocks within the text of another mail. */
export function composeEventBlocks(
  ctx: Ctx,
  events: readonly ShownEvent[],
  formatter: MailFormatter,
): ReadonlyMap<string, MailEvent> {
  return new Map(
    events.map((shown) => [shown.event.slug, composeEventBlock(ctx, shown, formatter)]),
  )
}

function composeEventBlock(ctx: Ctx, shown: ShownEvent, formatter: MailFormatter): MailEvent {
  const { event } = shown
  const { time_certainty: certainty, timezone: timeZone, cancelled_at: cancelledAt } = event
  const { locale } = formatter
  const moment = { at: Date.parse(event.start), certainty, timeZone, isToCome: true }
  const when = formatDateTime(formatter, moment)
  const times = cancelledAt === null ? { start: when, before: null } : { start: null, before: when }
  return {
    ...composeFacts(ctx, { shown, formatter, times }),
    hypers: null,
    action: m.notification_see_event({}, { locale }),
    notice: cancelledAt === null ? null : m.event_cancelled({}, { locale }),
  }
}
