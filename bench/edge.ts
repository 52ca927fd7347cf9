import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'

export type Edge = { url: string; close(): Promise<void> }

type Kept = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const compressible = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg)/

/** Replaces Cloudflare's edge: compresses with brotli at its usual level and caches in memory. */
export async function startEdge(origin: string): Promise<Edge> {
  const keptAnswers = new Map<string, Kept>()
  const server = createServer((incoming, outgoing) => {
    const key = incoming.url ?? '/'
    const keptAnswer = keptAnswers.get(key)
    if (keptAnswer && incoming.method === 'GET') return answer(outgoing, keptAnswer)
    const url = new URL(key, origin)
    const { 'accept-encoding': _, ...headers } = incoming.headers
    const to = { method: incoming.method, headers: { ...headers, host: url.host } }
    const passed = request(url, to, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => {
        const compressed = compress(reply.statusCode ?? 502, reply.headers, Buffer.concat(chunks))
        if (isKeepable(compressed) && incoming.method === 'GET') keptAnswers.set(key, compressed)
        answer(outgoing, compressed)
      })
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function compress(status: number, headers: IncomingHttpHeaders, body: Buffer): Kept {
  const { 'transfer-encoding': _, 'content-length': __, connection: ___, ...otherHeaders } = headers
  if (!compressible.test(headers['content-type'] ?? '') || body.length < 200) {
    return { status, headers: otherHeaders, body }
  }
  const small = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return { status, headers: { ...otherHeaders, 'content-encoding': 'br' }, body: small }
}

function isKeepable({ status, headers }: Kept): boolean {
  const caching = String(headers['cache-control'] ?? '')
  const isKept = headers['cloudflare-cdn-cache-control'] ?? caching.includes('max-age=3')
  return status === 200 && Boolean(isKept)
}

function answer(outgoing: ServerResponse, { status, headers, body }: Kept): void {
  outgoing.writeHead(status, { ...headers, 'content-length': body.length })
  outgoing.end(body)
}
