import type { Context } from 'hono'
import type { CacheTag } from './cache-tags.ts'

export type CachePolicy = { maxAge: number; tags: CacheTag[] }

/** Browsers revalidate each time; only copies at the edge can be purged. */
export function cacheHeaders({ maxAge, tags }: CachePolicy): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    [edgeCacheHeader]: edgeCacheControl(maxAge),
    'Cache-Tag': tags.join(','),
  }
}

export const edgeCacheHeader = 'Cloudflare-CDN-Cache-Control'

/** @param maxAge in seconds */
export function edgeCacheControl(maxAge: number): string {
  return `public, max-age=${maxAge}, stale-while-revalidate=60, stale-if-error=86400`
}

export function setCacheHeaders(c: Context, freshness: CachePolicy): void {
  c.set('cachePolicy', freshness)
  for (const [name, value] of Object.entries(cacheHeaders(freshness))) c.header(name, value)
}
