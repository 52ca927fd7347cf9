import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SentMessage } from '../worker/queue-messages.ts'

export type FakeServer = { port: number; close(): Promise<void> }

/** On a free port, unless one is given. */
export async function startFakeServer(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
  { port = 0, encoding = 'utf8' }: { port?: number; encoding?: BufferEncoding } = {},
): Promise<FakeServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, Buffer.concat(chunks).toString(encoding), response))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Required by the runtime. */
const taken = {
  metadata: { metrics: { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: 0 } },
}

/**
 * Receives the worker's queue messages as the runtime sends them: JSON in base64. They are kept in
 * `messages`, or handed to `take`.
 */
export async function startFakeQueue(
  take?: (message: SentMessage, delaySeconds: number) => void,
): Promise<FakeServer & { messages: SentMessage[] }> {
  const messages: SentMessage[] = []
  const server = await startFakeServer((request, body, response) => {
    const sent = JSON.parse(body) as { messages: { body: string }[] }
    const delaySeconds = Number(request.headers['x-msg-delay-secs'] ?? 0)
    for (const one of sent.messages) {
      const text = Buffer.from(one.body, 'base64').toString('utf8')
      const message = JSON.parse(text) as SentMessage
      if (take) take(message, delaySeconds)
      else messages.push(message)
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(taken))
  })
  return { ...server, messages }
}

export async function startFakeMail(): Promise<FakeServer & { count(): number }> {
  let count = 0
  const server = await startFakeServer((_, body, response) => {
    const sent: unknown = JSON.parse(body)
    count += Array.isArray(sent) ? sent.length : 1
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"one"}')
  })
  return { ...server, count: () => count }
}

export type Receiver = FakeServer & {
  /** Number of times that each path was posted to. */
  posts: Map<string, number>
}

/** Takes posts in the place of Discord or the push services; one in `cutOneIn` without an answer. */
export async function startReceiver(cutOneIn: number): Promise<Receiver> {
  const posts = new Map<string, number>()
  let count = 0
  const server = await startFakeServer((request, _, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    posts.set(path, (posts.get(path) ?? 0) + 1)
    count += 1
    if (cutOneIn > 0 && count % cutOneIn === 0) request.socket.destroy()
    else response.writeHead(201).end()
  })
  return { ...server, posts }
}
