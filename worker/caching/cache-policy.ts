import type { Context } from 'hono'
import type { CacheTag } from './cache-tags.ts'

export type CachePolicy = { maxAge: number; tags: CacheTag[] }

/** Browsers revalidate each time; only copies at the edge can be purged. */
export function cacheHeaders({ maxAge, tags }: CachePolicy): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Cloudflare-CDN-Cache-Control': `public, max-age=${maxAge}, stale-while-revalidate=60, stale-if-error=86400`,
    'Cache-Tag': tags.join(','),
  }
}

export function setCacheHeaders(c: Context, freshness: CachePolicy): void {
  c.set('cachePolicy', freshness)
  for (const [name, value] of Object.entries(cacheHeaders(freshness))) c.header(name, value)
}
