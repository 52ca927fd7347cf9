import type { R2Bucket, R2Object, R2ObjectBody, R2PutOptions } from '@cloudflare/workers-types'

type Stored = {
  content: ArrayBuffer
  httpMetadata: R2PutOptions['httpMetadata']
  uploaded: Date
}

/** A bucket in memory, as far as the worker writes, serves, lists and removes media. */
export class MemoryBucket {
  readonly #stored = new Map<string, Stored>()

  async put(
    key: string,
    content: Parameters<R2Bucket['put']>[1] = '',
    { httpMetadata }: R2PutOptions = {},
  ): Promise<R2Object> {
    const stored = {
      content: await new Response(content as BodyInit | null).arrayBuffer(),
      httpMetadata,
      uploaded: new Date(),
    }
    this.#stored.set(key, stored)
    return toObject(key, stored)
  }

  get(key: string): Promise<R2ObjectBody | null> {
    const stored = this.#stored.get(key)
    if (!stored) return Promise.resolve(null)
    const { body } = new Response(stored.content)
    return Promise.resolve({ ...toObject(key, stored), body } as unknown as R2ObjectBody)
  }

  head(key: string): Promise<R2Object | null> {
    const stored = this.#stored.get(key)
    return Promise.resolve(stored ? toObject(key, stored) : null)
  }

  list({ prefix = '' }: { prefix?: string } = {}): ReturnType<R2Bucket['list']> {
    const objects = [...this.#stored]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, stored]) => toObject(key, stored))
    return Promise.resolve({ objects, delimitedPrefixes: [], truncated: false })
  }

  delete(keys: string | string[]): Promise<void> {
    for (const key of [keys].flat()) this.#stored.delete(key)
    return Promise.resolve()
  }
}

/** Without what the worker never reads. */
function toObject(key: string, { httpMetadata, uploaded }: Stored): R2Object {
  return { key, uploaded, httpMetadata, httpEtag: `"${uploaded.getTime()}"` } as unknown as R2Object
}
