import { Hono } from 'hono'
import { m } from '#messages'
import { maxAgeUntilPhaseChange } from '#worker/features/events/event-rows.ts'
import { AppError } from '#worker/api/errors.ts'
import { computeWeakETag } from '#worker/caching/etag.ts'
import { resolveCachePolicy } from '#worker/caching/cache-map.ts'
import { setCacheHeaders } from '#worker/caching/cache-policy.ts'
import { readQuery, validateInput } from '#worker/api/validation.ts'
import { renderICalendar } from './calendar.ts'
import { FeedQuery, LanguageQuery, PersonalFeedQuery } from './contract.ts'
import { toFeedItems } from './event-items.ts'
import { readEventFeed, readSingleEventFeed, type EventFeed } from './feed-events.ts'
import {
  addOpenFeed,
  createFeedContext,
  throwMethodNotAllowed,
  type FeedApp,
  type FeedContext,
} from '#worker/feeds/open-feed.ts'
import { readPersonalFeed } from './personal-events.ts'
import {
  webFeedFormats,
  webFeedResponse,
  type WebFeedFormat,
  type FeedMetadata,
} from '#worker/feeds/web-feed.ts'
import { labelFilters } from '#worker/features/events/filters/filter-labels.ts'
import { subscribableFilterNames } from '#worker/features/events/filters/contract.ts'
import { dateFormat } from '#worker/locale/date-formats.ts'
import { localePath } from '#worker/locale/locale.ts'
import { languageTags } from '#worker/locale/locales.ts'

const mostLabels = 5

/** Metadata of the feed at an address, named after its filters: `Hypecal – Charity, French`. */
function buildEventFeedFacts(
  site: string,
  { pathname, search, searchParams }: URL,
  query: FeedQuery,
  names: EventFeed['names'],
): FeedMetadata {
  const locale = query.lang
  const tag = languageTags[locale]
  const languages = new Intl.DisplayNames(tag, { type: 'language' })
  const labels = labelFilters(query, {
    locale,
    names,
    languageName: (language) => languages.of(language) ?? language,
    dayText: (day) =>
      dateFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
  }).map(({ label }) => label)
  const shownLabels = labels.length > mostLabels ? [...labels.slice(0, mostLabels), '…'] : labels
  const kept = [...searchParams].filter(([name]) =>
    subscribableFilterNames.some((one) => one === name),
  )
  const list = kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
  return {
    site,
    locale,
    name: ['Hypecal', shownLabels.join(', ')].filter(Boolean).join(' – '),
    description: m.tagline({}, { locale }),
    page: `${site}${localePath(locale, '/events')}${list}`,
    self: `${site}${pathname}${search}`,
  }
}

const personalPath = '/feeds/me/:file{[^/]+\\.ics}'
const calendarType = 'text/calendar; charset=utf-8'

function readFileName(c: FeedContext): string {
  return (c.req.param('file') ?? '').replace(/\.\w+$/, '')
}

export function createFeedRoutes(): FeedApp {
  const feeds: FeedApp = new Hono()
  addOpenFeed(feeds, '/feeds/events.ics', respondWithCalendar)
  for (const form of webFeedFormats) {
    addOpenFeed(feeds, `/feeds/events.${form}`, async (c) => {
      const { ctx, events, facts } = await readFeedRequest(c, form)
      const items = toFeedItems(events, facts)
      return webFeedResponse(c, form, { facts, items, now: ctx.now })
    })
  }
  addOpenFeed(feeds, '/feeds/events/:file{[^/]+\\.ics}', respondWithEvent)
  feeds.get(personalPath, respondWithPersonalFeed)
  feeds.all(personalPath, throwMethodNotAllowed)
  feeds.all('/feeds/*', () => {
    throw new AppError('not_found', 'route_not_found')
  })
  return feeds
}

async function readFeedRequest(c: FeedContext, form: WebFeedFormat | 'ics') {
  const ctx = createFeedContext(c)
  const query = validateInput(FeedQuery, readQuery(c), ctx.locale)
  const { events, names, installation } = await readEventFeed(ctx, query)
  const summaries = events.map(({ event }) => event)
  const maxAge = maxAgeUntilPhaseChange(summaries, ctx.now)
  setCacheHeaders(c, resolveCachePolicy(`/feeds/events.${form}`, { maxAge }))
  const facts = buildEventFeedFacts(ctx.config.SITE_URL, new URL(c.req.url), query, names)
  return { ctx, events, facts, installation }
}

async function respondWithCalendar(c: FeedContext): Promise<Response> {
  const { events, facts, installation } = await readFeedRequest(c, 'ics')
  const text = renderICalendar(events, { ...facts, installation })
  return c.body(text, 200, { 'Content-Type': calendarType })
}

async function respondWithEvent(c: FeedContext): Promise<Response> {
  const slug = readFileName(c)
  if (!/^[a-z0-9-]{1,100}$/.test(slug)) throw new AppError('not_found', 'event_not_found')
  const ctx = createFeedContext(c)
  const { lang: locale } = validateInput(LanguageQuery, readQuery(c), ctx.locale)
  const { found, installation } = await readSingleEventFeed(ctx, slug)
  const maxAge = maxAgeUntilPhaseChange([found.event], ctx.now)
  setCacheHeaders(
    c,
    resolveCachePolicy('/feeds/events/{event}.ics', { id: found.event.id, maxAge }),
  )
  const facts = { site: ctx.config.SITE_URL, locale, name: 'Hypecal', installation }
  return c.body(renderICalendar([found], facts), 200, {
    'Content-Type': calendarType,
    'Content-Disposition': `attachment; filename="${slug}.ics"`,
  })
}

async function respondWithPersonalFeed(c: FeedContext): Promise<Response> {
  const token = readFileName(c)
  if (!/^[\w-]{43}$/.test(token)) throw new AppError('not_found', 'calendar_feed_not_found')
  const ctx = createFeedContext(c)
  const { alarm: alarms, lang } = validateInput(PersonalFeedQuery, readQuery(c), ctx.locale)
  const { events, departed, installation, ...owner } = await readPersonalFeed(ctx, token)
  const locale = lang ?? owner.locale
  const name = m.my_feed_name({}, { locale })
  const facts = { site: ctx.config.SITE_URL, locale, name, installation }
  const text = renderICalendar(events, { ...facts, alarms, departed })
  return c.body(text, 200, {
    'Content-Type': calendarType,
    // One person's alone; their program asks with the tag whether it changed.
    'Cache-Control': 'private, no-store',
    ETag: computeWeakETag(new TextEncoder().encode(text)),
    'X-Robots-Tag': 'noindex',
  })
}
