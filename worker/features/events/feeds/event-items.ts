import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import { categoryName } from '#worker/features/events/event-labels.ts'
import { dateFormat } from '#worker/locale/date-formats.ts'
import { languageTags } from '#worker/locale/locales.ts'
import { eventUrl } from './calendar.ts'
import type { FeedEvent } from './feed-events.ts'
import {
  escapeHtml,
  toFeedText,
  type FeedMetadata,
  type WebFeedItem,
} from '#worker/feeds/web-feed.ts'

export function toFeedItems(events: FeedEvent[], facts: FeedMetadata): WebFeedItem[] {
  const { locale } = facts
  return events
    .toSorted((a, b) => b.approvedAt - a.approvedAt || b.event.id - a.event.id)
    .map(({ event, approvedAt, changedAt }) => ({
      title: buildItemTitle(event, locale),
      link: eventUrl(event, facts),
      html: buildItemDescription(event, locale),
      publishedAt: new Date(approvedAt),
      changedAt: new Date(changedAt),
      category: { name: categoryName(event.category, locale), term: event.category },
    }))
}

function buildItemTitle(event: EventView, locale: Locale): string {
  const name = toFeedText(event.name)
  return event.cancelled_at ? `${m.event_cancelled({}, { locale })} – ${name}` : name
}

function buildItemDescription(event: EventView, locale: Locale): string {
  const channel = [platforms[event.platform].name, event.channel?.name]
  const lines = [
    formatEventTimes(event, locale).join('<br/>'),
    escapeHtml(channel.filter(Boolean).join(' · ')),
    escapeHtml(toFeedText(event.description)).replaceAll('\n', '<br/>'),
  ]
  return lines
    .filter(Boolean)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

/** In UTC and where the organiser is; days without an hour only there. */
function formatEventTimes(event: EventView, locale: Locale): string[] {
  const [start, end] = [Date.parse(event.start), Date.parse(event.end)]
  const format = (timeZone: string, timeStyle?: 'short') =>
    dateFormat(languageTags[locale], { dateStyle: 'full', timeStyle, timeZone })
  const inZone = (text: string, zone: string) => `${escapeHtml(text)} (${escapeHtml(zone)})`
  const { timezone } = event
  if (event.time_certainty !== 'exact') {
    return [inZone(format(timezone).formatRange(start, end - 1), timezone)]
  }
  const zones = [...new Set(['UTC', timezone])]
  return zones.map((zone) => inZone(format(zone, 'short').format(start), zone))
}
