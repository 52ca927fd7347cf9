import { m } from '#messages'
import type { Ctx } from '#worker/context.ts'
import { platformIds, platforms } from '#worker/contracts/platforms.ts'
import type { EmbedFacts } from '#worker/features/notifications/channels/discord-embed.ts'
import type { ChannelFormatter } from '#worker/features/notifications/copy/formatter.ts'
import type {
  EventTimes,
  NotificationText,
} from '#worker/features/notifications/copy/notification.ts'
import { buildCardUrl, buildPictureUrl, formatNames, listParticipants } from './event-content.ts'
import type { ShownEvent } from './shown-events.ts'

function formatTimes({ before, start }: EventTimes): string {
  return [before && `~~${before}~~`, start].filter(Boolean).join(' → ')
}

function nameSite(url: string): string {
  const { hostname } = new URL(url)
  const platform = platformIds.find((id) =>
    platforms[id].hosts.some((host) => hostname.endsWith(host)),
  )
  return platform ? platforms[platform].name : hostname
}

/** The first of each site, the channel's before those of its guests: more would have one name. */
function formatWatchLinks(urls: readonly string[]): string {
  const links = [...Map.groupBy(urls, nameSite)].map(([name, [url]]) => `[${name}](${url})`)
  return links.join(' · ')
}

function listFields(
  times: EventTimes,
  shown: ShownEvent | undefined,
  { locale, quote }: ChannelFormatter,
): NonNullable<EmbedFacts['fields']> {
  const options = { locale }
  const when = { name: m.event_when({}, options), value: formatTimes(times) }
  if (!shown || times.start === null) return [when]
  const { channel, watch_urls: urls } = shown.event
  const guests = listParticipants(shown)
  const names = quote(formatNames(guests, guests.length, locale))
  const fields = [
    when,
    { name: m.discord_channel({}, options), value: quote(channel?.name ?? ''), inline: true },
    { name: m.event_where({}, options), value: formatWatchLinks(urls), inline: true },
    { name: m.discord_participants({}, options), value: names },
  ]
  return fields.filter(({ value }) => value !== '')
}

/** A face says more at the size of a thumbnail than a card does. */
function findThumbnail(ctx: Ctx, shown: ShownEvent, formatter: ChannelFormatter): string | null {
  const { channel, thumbnail_path: path } = shown.event
  const picture = buildPictureUrl(ctx, channel?.avatar_path ?? null) ?? buildPictureUrl(ctx, path)
  return picture ?? buildCardUrl(ctx, shown, formatter.locale)
}

/** Nothing for what is not about one event. */
export function composeEmbedFacts(
  ctx: Ctx,
  { shows }: NotificationText,
  shown: ShownEvent | undefined,
  formatter: ChannelFormatter,
): EmbedFacts {
  if (!shows) return {}
  const picture = shown ? findThumbnail(ctx, shown, formatter) : null
  return {
    fields: listFields(shows.times, shown, formatter),
    ...(picture !== null && { thumbnail: { url: picture } }),
    ...(shown && {
      color: Number.parseInt(platforms[shown.event.platform].colors.card.slice(1), 16),
    }),
  }
}
