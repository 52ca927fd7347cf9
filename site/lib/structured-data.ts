import { brand } from './brand.ts'
import { absoluteUrl, paths } from './paths.ts'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'
import { formatLocalDate } from '#worker/contracts/local-date.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { StreamerView } from '#worker/features/directory/streamers/contract.ts'
import type { EventView, ParticipantView } from '#worker/features/events/contract.ts'

/** In the words of schema.org; addresses are absolute. */
export type StructuredData = Record<string, unknown> & { '@type': string }

const organisationData = (site: string) => ({
  '@type': 'Organization',
  name: brand.name,
  url: site,
  logo: absoluteUrl(site, paths.defaultCard('en')),
})

export function websiteData(site: string, locale: Locale): StructuredData {
  return {
    '@type': 'WebSite',
    name: brand.name,
    url: site + paths.home(locale),
    inLanguage: locale,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${site}${paths.search(locale)}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}

export function breadcrumbData(
  site: string,
  crumbs: readonly { label: string; path: string }[],
): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: site + path,
    })),
  }
}

function eventStatusUrl(event: EventView): string {
  if (event.cancelled_at) return 'https://schema.org/EventCancelled'
  return event.previous_start
    ? 'https://schema.org/EventRescheduled'
    : 'https://schema.org/EventScheduled'
}

/** The day alone where no hour is known, in the organiser's zone. */
function formatEventTime(instant: string, event: EventView): string {
  if (event.time_certainty === 'exact') return instant
  return formatLocalDate(Date.parse(instant), event.timezone)
}

function personData(site: string, locale: Locale, person: ParticipantView): StructuredData {
  const { streamer_id: id, platform, account } = person
  const profileUrl = id === null ? undefined : site + paths.streamer(locale, id)
  const channel =
    platform && account ? platforms[platform].watchUrl(accountKey(account)) : undefined
  return {
    '@type': 'Person',
    name: person.display_name,
    ...(profileUrl && { url: profileUrl }),
    ...(channel && { sameAs: [channel] }),
  }
}

function broadcastData(url: string, event: EventView): { subjectOf?: StructuredData } {
  if (event.cancelled_at) return {}
  return {
    subjectOf: {
      '@type': 'BroadcastEvent',
      name: event.name,
      isLiveBroadcast: true,
      startDate: formatEventTime(event.start, event),
      endDate: formatEventEnd(event),
      videoFormat: 'HD',
      inLanguage: event.language,
      url,
    },
  }
}

function formatEventEnd(event: EventView): string {
  if (event.time_certainty === 'exact') return event.end
  return formatEventTime(new Date(Date.parse(event.end) - 1).toISOString(), event)
}

export function eventData(site: string, locale: Locale, event: EventView): StructuredData {
  const url = site + paths.event(locale, event.slug)
  const watchUrl = event.watch_urls[0] ?? url
  return {
    '@type': 'Event',
    name: event.name,
    ...(event.description ? { description: event.description } : {}),
    startDate: formatEventTime(event.start, event),
    endDate: formatEventEnd(event),
    ...(event.previous_start
      ? { previousStartDate: formatEventTime(event.previous_start, event) }
      : {}),
    eventStatus: eventStatusUrl(event),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: watchUrl },
    image: [absoluteUrl(site, paths.eventCard(locale, event.id))],
    inLanguage: event.language,
    isAccessibleForFree: true,
    url,
    organizer: {
      '@type': 'Organization',
      name: event.channel?.name ?? event.streaming_account_name ?? event.name,
      url: watchUrl,
    },
    offers: {
      '@type': 'Offer',
      price: 0,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      url,
    },
    ...broadcastData(watchUrl, event),
    ...(event.participants.length > 0 && {
      performer: event.participants.map((person) => personData(site, locale, person)),
    }),
  }
}

export function streamerData(site: string, locale: Locale, streamer: StreamerView): StructuredData {
  const url = site + paths.streamer(locale, streamer.id)
  return {
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: streamer.display_name,
      alternateName: `@${streamer.name}`,
      url,
      image: absoluteUrl(site, paths.media(streamer.avatar_path)),
      ...(streamer.bio ? { description: streamer.bio } : {}),
      sameAs: [...streamer.accounts.map((account) => account.url), ...streamer.links],
    },
  }
}

export type ArticleFacts = {
  title: string
  excerpt: string
  path: string
  /** Null: of no language in particular. */
  language: Locale | null
  author: string
  published: string
  modified: string
  imagePath: string
}

export function articleData(site: string, article: ArticleFacts): StructuredData {
  const url = site + article.path
  // One whose author has left has none.
  const isBySite = article.author === '' || article.author === brand.name
  return {
    '@type': 'Article',
    headline: article.title.slice(0, 110),
    description: article.excerpt,
    url,
    mainEntityOfPage: url,
    image: [absoluteUrl(site, article.imagePath)],
    ...(article.language ? { inLanguage: article.language } : {}),
    datePublished: article.published,
    dateModified: article.modified,
    author: {
      '@type': isBySite ? 'Organization' : 'Person',
      name: isBySite ? brand.name : article.author,
    },
    publisher: organisationData(site),
  }
}

/** Questions are the headings of a text that ask one, answers what stands below each. */
export function faqData(html: string): StructuredData {
  const entries = html.matchAll(/<h([23])[^>]*>([^<]*\?)<\/h\1>(.*?)(?=<h[23]|$)/gs)
  return {
    '@type': 'FAQPage',
    mainEntity: [...entries].map(([, , question, answer = '']) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.trim() },
    })),
  }
}
