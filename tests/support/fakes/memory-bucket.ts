import type { R2Bucket, R2Object } from '@cloudflare/workers-types'

/** A bucket in memory, as far as the API writes, lists and removes media. */
export class MemoryBucket {
  readonly #uploaded = new Map<string, Date>()

  put(key: string): Promise<R2Object> {
    const uploaded = new Date()
    this.#uploaded.set(key, uploaded)
    return Promise.resolve(toObject(key, uploaded))
  }

  head(key: string): Promise<R2Object | null> {
    const uploaded = this.#uploaded.get(key)
    return Promise.resolve(uploaded ? toObject(key, uploaded) : null)
  }

  list({ prefix = '' }: { prefix?: string } = {}): ReturnType<R2Bucket['list']> {
    const objects = [...this.#uploaded]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, uploaded]) => toObject(key, uploaded))
    return Promise.resolve({ objects, delimitedPrefixes: [], truncated: false })
  }

  delete(keys: string | string[]): Promise<void> {
    for (const key of [keys].flat()) this.#uploaded.delete(key)
    return Promise.resolve()
  }
}

/** Without what the API never reads. */
function toObject(key: string, uploaded: Date): R2Object {
  return { key, uploaded } as R2Object
}
