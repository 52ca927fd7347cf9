import type { CacheTag } from '#worker/caching/cache-tags.ts'
import type { Config } from '#worker/env.ts'
import { call } from '../http/outbound.ts'

/** The edge's limit per call. */
export const mostTags = 100

export type EdgeCache = {
  /**
   * False on failure; the edge accepts only a few calls a minute, of at most `mostTags` tags each.
   */
  purge(tags: readonly CacheTag[]): Promise<boolean>
}

/** The cache in front of the worker; a laptop has none, or a fake over HTTP. */
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
