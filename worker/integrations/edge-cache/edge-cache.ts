import type { CacheTag } from '#worker/caching/cache-tags.ts'
import type { Config } from '#worker/env.ts'
import { call } from '../http/outbound.ts'

/** What the edge takes in one call. */
export const mostTags = 100

export type EdgeCache = {
  /** Whether the edge took at most `mostTags` of them; it refuses more than a few calls a minute. */
  purge(tags: readonly CacheTag[]): Promise<boolean>
}

/** The cache in front of the worker; a laptop has none, or a stand-in that is told over HTTP. */
export function createEdgeCache({ LOCAL_MODE, EDGE_CACHE_URL }: Config): EdgeCache {
  if (EDGE_CACHE_URL) return { purge: (tags) => tellStandIn(EDGE_CACHE_URL, tags) }
  return { purge: LOCAL_MODE === 'on' ? async () => true : purgeEdge }
}

async function purgeEdge(tags: readonly CacheTag[]): Promise<boolean> {
  const { cache } = await import('cloudflare:workers')
  try {
    const { success } = await cache.purge({ tags: [...tags] })
    return success
  } catch (error) {
    console.warn(JSON.stringify({ purge: error instanceof Error ? error.message : 'refused' }))
    return false
  }
}

async function tellStandIn(url: string, tags: readonly CacheTag[]): Promise<boolean> {
  const answer = await call(url, { method: 'POST', body: JSON.stringify({ tags }) })
  if ('error' in answer) return false
  await answer.body?.cancel()
  return answer.ok
}
