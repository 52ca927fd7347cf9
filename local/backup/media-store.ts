import type { R2Bucket } from '@cloudflare/workers-types'
import { join } from 'node:path'
import { readResourceNames } from '#local/cloudflare/resource-names.ts'
import { loadMiniflare } from '#local/miniflare.ts'

export type StoredObject = { key: string; size: number }

export type MediaStore = {
  /** In the order of the keys. */
  list(prefix?: string): AsyncIterable<StoredObject>
  read(key: string): Promise<{ type: string; bytes: AsyncIterable<Uint8Array> }>
  write(key: string, type: string, bytes: Uint8Array): Promise<void>
  remove(key: string): Promise<void>
}

const defaultType = 'application/octet-stream'

export function createBucketStore(bucket: R2Bucket): MediaStore {
  return {
    async *list(prefix = '') {
      let cursor: string | undefined
      do {
        const page = await bucket.list({ cursor, prefix })
        for (const { key, size } of page.objects) yield { key, size }
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor)
    },
    async read(key) {
      const object = await bucket.get(key)
      if (!object) throw new Error(`${key} is no longer in the bucket`)
      const body = object.body as unknown as AsyncIterable<Uint8Array>
      return { type: object.httpMetadata?.contentType ?? defaultType, bytes: body }
    },
    async write(key, type, bytes) {
      await bucket.put(key, bytes, { httpMetadata: { contentType: type } })
    },
    remove: (key) => bucket.delete(key),
  }
}

export type MediaStoreHandle = { store: MediaStore; close(): Promise<void> }

/** The bucket that `npm start` keeps in its data folder; stop the site first. */
export async function openLocalMedia(dataDir: string): Promise<MediaStoreHandle> {
  const { Miniflare, convertV4MiniflareOptions } = await loadMiniflare()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      r2Buckets: { MEDIA: readResourceNames().bucket },
      resourcePersistencePath: join(dataDir, 'worker', 'v3'),
      cf: false,
      telemetry: { enabled: false },
    }),
  )
  const bucket = await miniflare.getR2Bucket('MEDIA')
  return {
    store: createBucketStore(bucket as unknown as R2Bucket),
    close: () => miniflare.dispose(),
  }
}
