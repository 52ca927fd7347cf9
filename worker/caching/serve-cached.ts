import type { Context, Next } from 'hono'
import { read, type Ctx, type Visitor } from '#worker/context.ts'
import type { Env } from '#worker/env.ts'
import { acceptLanguageLocaleOrDefault } from '#worker/locale/locale.ts'
import { visitorContext } from '#worker/request/request-context.ts'
import { cacheHeaders, type CachePolicy } from './cache-policy.ts'
import { selectContentVersion, type SeenVersions } from './content-version.ts'
import { weakETag } from './etag.ts'
import { ResponseCache, type CachedResponse } from './response-cache.ts'

type CachedEnv = {
  Bindings: Env
  Variables: { cachePolicy?: CachePolicy; seenVersions?: SeenVersions }
}
type Request = {
  c: Context<CachedEnv>
  ctx: Ctx<Visitor>
  key: string
  compute: () => Promise<Response>
}

/** An isolate has 128 MB. */
const cache = new ResponseCache(24_000_000)
const pending = new Map<string, Promise<CachedResponse | undefined>>()
/** As a request read it last: what is of another version is not worth a look at the database. */
let newestVersion: string | undefined

/** How late counts of hypes and follows may be, which do not change the version. */
const longestMs = 30_000
/** Their own request may be given up by the runtime while others wait for it. */
const longestWaitMs = 2_000

/**
 * Answers with the public response that this isolate made before, if its content has the version
 * that the database has now. Identical requests that come meanwhile share one computation. A
 * response takes one round trip; the first one of an isolate after a change takes a second.
 */
export async function serveCached(
  c: Context<CachedEnv>,
  compute: () => Promise<Response>,
): Promise<Response> {
  const ctx = visitorContext(c, acceptLanguageLocaleOrDefault(c.req.header('Accept-Language')))
  if (c.req.method !== 'GET' || ctx.config.RESPONSE_CACHE === 'off') return compute()
  const request = { c, ctx, key: `${ctx.locale} ${c.req.url}`, compute }
  return (await findCurrent(request)) ?? computeShared(request)
}

/** `serveCached` as middleware. */
export async function cacheResponse(c: Context<CachedEnv>, next: Next): Promise<void> {
  const response = await serveCached(c, async () => {
    await next()
    return c.res
  })
  // Hono would add the headers of the response before.
  c.res = undefined
  c.res = response
}

async function findCurrent({ ctx, key }: Request): Promise<Response | undefined> {
  const known = cache.get(key)
  const isPromising = known && isFresh(known, ctx.now) && known.version === newestVersion
  const shared = isPromising ? known : pending.get(key)
  if (!shared) return undefined
  const [version, made] = await Promise.all([readVersion(ctx), settled(shared)])
  const isCurrent = made && made.version === version && isFresh(made, ctx.now)
  return isCurrent ? responseOf(made, ctx.now) : undefined
}

/** A test clock can also go back. */
function isFresh({ madeAt, policy }: CachedResponse, now: number): boolean {
  return now >= madeAt && now < madeAt + Math.min(policy.maxAge * 1000, longestMs)
}

async function readVersion(ctx: Ctx): Promise<string | undefined> {
  const { current } = await read(ctx, { current: selectContentVersion() })
  newestVersion = current?.version
  return newestVersion
}

/** Undefined where it fails or takes too long. */
async function settled<Found>(shared: Found | Promise<Found>): Promise<Found | undefined> {
  if (!(shared instanceof Promise)) return shared
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, longestWaitMs, undefined)
  })
  const found = await Promise.race([shared.catch(() => undefined), late])
  clearTimeout(timer)
  return found
}

async function computeShared(request: Request): Promise<Response> {
  const { c, ctx, key, compute } = request
  const seen: SeenVersions = new Set()
  c.set('seenVersions', seen)
  const computed = compute()
  const cached = computed.then((response) => toCached(request, response, seen))
  if (!pending.has(key)) {
    pending.set(key, cached)
    const forget = () => void pending.delete(key)
    // Others may wait for it although its own reader went away.
    c.executionCtx.waitUntil(cached.then(forget, forget))
  }
  const made = await cached
  if (!made) return computed
  newestVersion = made.version
  cache.set(key, made)
  return responseOf(made, ctx.now)
}

/** Undefined for what is not public, and for what showed two states of the content. */
async function toCached(
  { c, ctx }: Request,
  response: Response,
  seen: SeenVersions,
): Promise<CachedResponse | undefined> {
  const policy = c.get('cachePolicy')
  const [version, other] = seen
  const { headers, status } = response
  const isPublic = status === 200 && policy !== undefined && !headers.has('Set-Cookie')
  if (!isPublic || version === undefined || other !== undefined) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.set('ETag', weakETag(bytes))
  return { bytes, headers: [...headers], policy, version, madeAt: ctx.now }
}

/** Copies at the edge live no longer than they would without this one. */
function responseOf({ bytes, headers, policy, madeAt }: CachedResponse, now: number): Response {
  const response = new Response(bytes, { headers })
  const maxAge = policy.maxAge - Math.floor((now - madeAt) / 1000)
  for (const [name, value] of Object.entries(cacheHeaders({ ...policy, maxAge }))) {
    response.headers.set(name, value)
  }
  return response
}
