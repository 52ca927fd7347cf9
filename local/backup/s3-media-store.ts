import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { MediaStore } from './media-store.ts'

export type S3Bucket = {
  /** For R2 `https://<account>.r2.cloudflarestorage.com`. */
  endpoint: string
  bucket: string
  key: { id: string; secret: string }
}

export function createS3MediaStore({ endpoint, bucket, key }: S3Bucket): MediaStore {
  const client = new AwsClient({
    accessKeyId: key.id,
    secretAccessKey: key.secret,
    service: 's3',
    /** R2 names all its regions so. */
    region: 'auto',
  })

  async function send(
    method: string,
    path: string,
    { query = {}, body, type }: S3RequestOptions = {},
  ): Promise<Response> {
    const encodedPath = path.split('/').map(encodeURIComponent).join('/')
    const url = new URL(`${endpoint}/${bucket}${encodedPath}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const headers = {
      ...(type && { 'content-type': type }),
      ...(body && { 'x-amz-content-sha256': hash('sha256', body) }),
    }
    const request = await client.sign(url, { method, headers, ...(body && { body }) })
    const response = await fetch(request)
    if (response.ok) return response
    await response.body?.cancel()
    throw new Error(`the bucket answered ${response.status} to ${method} ${path || 'its list'}`)
  }

  return {
    async *list(prefix = '') {
      let token: string | undefined
      do {
        const query = {
          'list-type': '2',
          ...(prefix && { prefix }),
          ...(token && { 'continuation-token': token }),
        }
        const xml = await (await send('GET', '', { query })).text()
        for (const [, item = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield {
            key: readElementText(item, 'Key') ?? '',
            size: Number(readElementText(item, 'Size')),
          }
        }
        token = readElementText(xml, 'NextContinuationToken')
      } while (token)
    },
    async read(path) {
      const response = await send('GET', `/${path}`)
      const type = response.headers.get('content-type') ?? 'application/octet-stream'
      return { type, bytes: response.body ?? emptyBody() }
    },
    async write(path, type, body) {
      const response = await send('PUT', `/${path}`, { body: Buffer.from(body), type })
      await response.body?.cancel()
    },
    async remove(path) {
      const response = await send('DELETE', `/${path}`)
      await response.body?.cancel()
    },
  }
}

type S3RequestOptions = {
  query?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  type?: string
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // No parts.
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readElementText(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(xml) ?? []
  return text?.replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity)
}
