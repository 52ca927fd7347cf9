import { Hono } from 'hono'
import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { Locale } from '#worker/contracts/locale.ts'
import type { Env } from '#worker/env.ts'
import { AppError } from '#worker/api/errors.ts'
import { resolveCachePolicy } from '#worker/caching/cache-map.ts'
import { setCacheHeaders } from '#worker/caching/cache-policy.ts'
import { toObjectStream } from '#worker/caching/media.ts'
import { createVisitorContext } from '#worker/request/request-context.ts'
import { findCard } from './cards.ts'

/** Until a card is drawn the default stands in its place, and no longer than this. */
const defaultSeconds = 60
const drawnSeconds = 600

const CardParams = v.object({ id: idParam(EventId), locale: Locale })

export function createCardRoutes(): Hono<{ Bindings: Env }> {
  const cards = new Hono<{ Bindings: Env }>()
  cards.get('/media/cards/events/:id/:file', async (c) => {
    const { id: written, file } = c.req.param()
    const params = v.safeParse(CardParams, { id: written, locale: file.replace(/\.png$/, '') })
    if (!params.success || !file.endsWith('.png')) {
      throw new AppError('not_found', 'route_not_found')
    }
    const { id, locale } = params.output
    const drawn = await findCard(createVisitorContext(c, locale), id, locale)
    const maxAge = drawn ? drawnSeconds : defaultSeconds
    setCacheHeaders(c, resolveCachePolicy('/media/cards/events/{id}/{locale}.png', { id, maxAge }))
    const headers = { 'Content-Type': 'image/png' }
    if (drawn) return c.body(toObjectStream(drawn), 200, headers)
    const fallback = await c.env.ASSETS.fetch(defaultCardUrl(c.req.url, locale).href)
    return c.body(await fallback.arrayBuffer(), 200, headers)
  })
  return cards
}

function defaultCardUrl(base: string, locale: Locale): URL {
  return new URL(`/media/cards/default/${locale}.png`, base)
}
