import { Hono, type Context, type Next } from 'hono'
import { m } from '#messages'
import type { Env } from '#worker/env.ts'
import { maxAgeUntilPhaseChange } from '#worker/features/events/event-rows.ts'
import { AppError } from '#worker/api/errors.ts'
import { weakETag } from '#worker/caching/etag.ts'
import { cacheResponse } from '#worker/caching/serve-cached.ts'
import { setCacheHeaders } from '#worker/caching/cache-policy.ts'
import { acceptLanguageLocaleOrDefault } from '#worker/locale/locale.ts'
import { answerPreflight, openToOtherSites } from '#worker/request/open-reads.ts'
import { visitorContext } from '#worker/request/request-context.ts'
import { queryOf, validateInput } from '#worker/api/validation.ts'
import { writeCalendar } from './calendar.ts'
import { FeedQuery, PersonalFeedQuery } from './contract.ts'
import { getFeedEvent, listFeedEvents } from './feed-events.ts'
import { readPersonalFeed } from './personal-events.ts'
import { writeRss } from './rss.ts'

const listPath = '/feeds/:file{events\\.(ics|rss)}'
const personalPath = '/feeds/me/:file{[^/]+\\.ics}'
const eventPath = '/feeds/events/:file{[^/]+\\.ics}'
const calendarType = 'text/calendar; charset=utf-8'

/** The agenda for calendar programs and feed readers: open to everyone, and a member’s own. */
export function createFeedRoutes(): Hono<{ Bindings: Env }> {
  const feeds = new Hono<{ Bindings: Env }>()
  feeds.on('OPTIONS', [listPath, eventPath], answerPreflight)
  for (const path of [listPath, eventPath]) feeds.use(path, cacheOpenRead)
  feeds.get(listPath, async (c) => {
    const ctx = visitorContext(c, acceptLanguageLocaleOrDefault(c.req.header('Accept-Language')))
    const query = validateInput(FeedQuery, queryOf(c), ctx.locale)
    const events = await listFeedEvents(ctx, query)
    const shown = events.map(({ event }) => event)
    setCacheHeaders(c, { maxAge: maxAgeUntilPhaseChange(shown, ctx.now), tags: ['events'] })
    const site = ctx.config.SITE_URL
    if (c.req.param('file') === 'events.ics') {
      return c.body(writeCalendar(events, site), 200, { 'Content-Type': calendarType })
    }
    const self = `${site}${c.req.path}${new URL(c.req.url).search}`
    return c.body(writeRss(events, { site, self, now: ctx.now, languages: query.language }), 200, {
      'Content-Type': 'application/rss+xml; charset=utf-8',
    })
  })
  feeds.get(eventPath, async (c) => {
    const slug = c.req.param('file').slice(0, -'.ics'.length)
    if (!/^[a-z0-9-]{1,100}$/.test(slug)) throw new AppError('not_found', 'event_not_found')
    const ctx = visitorContext(c, acceptLanguageLocaleOrDefault(c.req.header('Accept-Language')))
    const found = await getFeedEvent(ctx, slug)
    const maxAge = maxAgeUntilPhaseChange([found.event], ctx.now)
    setCacheHeaders(c, { maxAge, tags: [`event-${found.event.id}`] })
    return c.body(writeCalendar([found], ctx.config.SITE_URL), 200, {
      'Content-Type': calendarType,
      'Content-Disposition': `attachment; filename="${slug}.ics"`,
    })
  })
  feeds.get(personalPath, async (c) => {
    const token = c.req.param('file').slice(0, -'.ics'.length)
    if (!/^[\w-]{43}$/.test(token)) throw new AppError('not_found', 'calendar_feed_not_found')
    const ctx = visitorContext(c, acceptLanguageLocaleOrDefault(c.req.header('Accept-Language')))
    const { alarm } = validateInput(PersonalFeedQuery, queryOf(c), ctx.locale)
    const { events, departed, locale } = await readPersonalFeed(ctx, token)
    const name = m.my_feed_name({}, { locale })
    const own = { name, alarms: alarm, departed, locale }
    const text = writeCalendar(events, ctx.config.SITE_URL, own)
    return c.body(text, 200, {
      'Content-Type': calendarType,
      // One person's alone; their program asks with the tag whether it changed.
      'Cache-Control': 'private, no-store',
      ETag: weakETag(new TextEncoder().encode(text)),
      'X-Robots-Tag': 'noindex',
    })
  })
  feeds.on('ALL', [listPath, eventPath, personalPath], () => {
    const headers = { Allow: 'GET, HEAD' }
    throw new AppError('method_not_allowed', 'method_not_allowed', { headers })
  })
  feeds.all('/feeds/*', () => {
    throw new AppError('not_found', 'route_not_found')
  })
  return feeds
}

function cacheOpenRead(c: Context, next: Next): Promise<void> {
  openToOtherSites(c)
  return cacheResponse(c, next)
}
