import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SentMessage } from '../worker/queue-messages.ts'

type StandIn = { port: number; close(): Promise<void> }

async function stand(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<StandIn> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, Buffer.concat(chunks).toString('utf8'), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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

/** Receives the worker's queue messages as the runtime sends them: JSON in base64. */
export async function startFakeQueue(): Promise<StandIn & { messages: SentMessage[] }> {
  const messages: SentMessage[] = []
  const standIn = await stand((_, body, response) => {
    const sent = JSON.parse(body) as { messages: { body: string }[] }
    for (const one of sent.messages) {
      messages.push(JSON.parse(Buffer.from(one.body, 'base64').toString('utf8')) as SentMessage)
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(taken))
  })
  return { ...standIn, messages }
}

export async function startFakeMail(): Promise<StandIn & { count(): number }> {
  let count = 0
  const standIn = await stand((_, body, response) => {
    const sent: unknown = JSON.parse(body)
    count += Array.isArray(sent) ? sent.length : 1
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"one"}')
  })
  return { ...standIn, count: () => count }
}
