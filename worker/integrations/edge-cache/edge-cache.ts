import type { CacheTag } from '#worker/caching/cache-tags.ts'
import type { Config } from '#worker/env.ts'
import { sendRequest } from '../http/outbound.ts'
import { describeError, type Log } from '#worker/logging/log.ts'

export const maxTagsPerPurge = 100

export type EdgeCache = {
  /** The edge accepts only a few calls a minute. */
  purge(tags: readonly CacheTag[]): Promise<boolean>
}

export function createEdgeCache({ LOCAL_MODE, EDGE_CACHE_URL }: Config, log: Log): EdgeCache {
  if (EDGE_CACHE_URL) return { purge: (tags) => purgeFakeCache(EDGE_CACHE_URL, tags) }
  return { purge: LOCAL_MODE === 'on' ? async () => true : (tags) => purgeEdgeCache(tags, log) }
}

async function purgeEdgeCache(tags: readonly CacheTag[], log: Log): Promise<boolean> {
  const { cache } = await import('cloudflare:workers')
  try {
    const { success } = await cache.purge({ tags: [...tags] })
    return success
  } catch (error) {
    log({ event: 'purge_failed', ...describeError(error) })
    return false
  }
}

async function purgeFakeCache(url: string, tags: readonly CacheTag[]): Promise<boolean> {
  const answer = await sendRequest(url, { method: 'POST', body: JSON.stringify({ tags }) })
  if ('error' in answer) return false
  await answer.body?.cancel()
  return answer.ok
}
