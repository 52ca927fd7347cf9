import { dateFormat } from '#worker/locale/date-formats.ts'
import { Feed } from 'feed'
import { dayMs } from '#worker/contracts/durations.ts'
import { m } from '#messages'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import { languageTags } from '#worker/locale/locales.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { toFeedText, type FeedEvent } from './feed-events.ts'

type Channel = {
  site: string
  self: string
  now: number
  /** That its events are chosen by; the feed is in it where it is only one. */
  languages: readonly ContentLanguage[]
}

/** RSS 2.0, what was announced last first; the same events give the same bytes within a day. */
export function writeRss(events: FeedEvent[], { site, self, now, languages }: Channel): string {
  const [language = 'en'] = languages.length === 1 ? languages : []
  const newest = [...events].sort((a, b) => b.approvedAt - a.approvedAt || b.event.id - a.event.id)
  const latest = Math.max(...events.map(({ changedAt }) => changedAt), 0)
  const feed = new Feed({
    title: 'Hypecal',
    description: m.tagline({}, { locale: language }),
    language: languageTags[language],
    link: `${site}/events`,
    feedLinks: { rss: self },
    updated: new Date(latest || Math.floor(now / dayMs) * dayMs),
    ttl: 60,
    generator: false,
  })
  for (const { event, approvedAt } of newest) {
    const link = `${site}/events/${event.slug}`
    feed.addItem({
      title: withoutSectionEnd(titleOf(event)),
      link,
      date: new Date(approvedAt),
      description: descriptionOf(event),
    })
  }
  return feed.rss2()
}

/** The library writes texts as CDATA and splits only the first of what would end it. */
function withoutSectionEnd(text: string): string {
  return text.replaceAll(']]>', ']] >')
}

function titleOf(event: EventView): string {
  const name = toFeedText(event.name)
  if (!event.cancelled_at) return name
  return `${m.event_cancelled({}, { locale: event.language })} – ${name}`
}

/** In the event's own language, as its name is. */
function descriptionOf(event: EventView): string {
  const channel = [platforms[event.platform].name, event.streaming_account_name]
  const lines = [
    whenOf(event).join('<br/>'),
    escapeHtml(channel.filter(Boolean).join(' · ')),
    escapeHtml(toFeedText(event.description)).replaceAll('\n', '<br/>'),
  ]
  return lines
    .filter(Boolean)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

/** In UTC and where the organiser is; days without an hour only there. */
function whenOf(event: EventView): string[] {
  const [start, end] = [Date.parse(event.start), Date.parse(event.end)]
  const format = (timeZone: string, timeStyle?: 'short') =>
    dateFormat(languageTags[event.language], { dateStyle: 'full', timeStyle, timeZone })
  const inZone = (text: string, zone: string) => `${escapeHtml(text)} (${escapeHtml(zone)})`
  const { timezone } = event
  if (event.time_certainty !== 'exact') {
    return [inZone(format(timezone).formatRange(start, end - 1), timezone)]
  }
  const zones = [...new Set(['UTC', timezone])]
  return zones.map((zone) => inZone(format(zone, 'short').format(start), zone))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
