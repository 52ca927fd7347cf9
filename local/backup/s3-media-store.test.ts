import { hash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MediaStore } from './media-store.ts'
import { createS3MediaStore } from './s3-media-store.ts'

type Stored = { type: string; bytes: Buffer }
const objects = new Map<string, Stored>()
const signatures: string[] = []

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Two keys a page. */
function listXml(after: string): string {
  const keys = [...objects.keys()].toSorted().filter((key) => key > after)
  const items = keys.slice(0, 2).map((key) => {
    const shown = key.replaceAll('&', '&amp;')
    return `<Contents><Key>${shown}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`
  })
  const next = keys.length > 2 ? `<NextContinuationToken>${keys[1]}</NextContinuationToken>` : ''
  return `<ListBucketResult>${items.join('')}${next}</ListBucketResult>`
}

const server = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const key = decodeURIComponent(url.pathname.replace('/pictures/', ''))
    signatures.push(request.headers.authorization ?? '')
    if (request.method === 'PUT') {
      const bytes = await bodyOf(request)
      const isWhole = request.headers['x-amz-content-sha256'] === hash('sha256', bytes)
      if (isWhole) objects.set(key, { type: request.headers['content-type'] ?? '', bytes })
      return response.writeHead(isWhole ? 200 : 400).end()
    }
    if (url.searchParams.has('list-type')) {
      return response.end(listXml(url.searchParams.get('continuation-token') ?? ''))
    }
    const found = objects.get(key)
    if (!found) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': found.type }).end(found.bytes)
  })()
})

let store: MediaStore
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  store = createS3MediaStore({ endpoint, bucket: 'pictures', key: { id: 'id', secret: 'secret' } })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('what is written is listed page by page and read again', async () => {
  const keys = ['uploads/a & b (1).png', 'uploads/c.png', 'uploads/é.png']
  for (const key of keys) await store.write(key, 'image/png', Buffer.from(`bytes of ${key}`))
  const listed: { key: string; size: number }[] = []
  for await (const object of store.list()) listed.push(object)
  expect(listed).toEqual(keys.map((key) => ({ key, size: Buffer.byteLength(`bytes of ${key}`) })))
  const { type, bytes } = await store.read('uploads/a & b (1).png')
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  expect([type, Buffer.concat(parts).toString()]).toEqual([
    'image/png',
    'bytes of uploads/a & b (1).png',
  ])
  expect(signatures.every((signature) => signature.startsWith('AWS4-HMAC-SHA256 '))).toBe(true)
})

test('a refusal names the status and the object, and no key', async () => {
  await expect(store.read('uploads/none.png')).rejects.toThrow(
    'the bucket answered 404 to GET /uploads/none.png',
  )
})
