import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMailApp } from './mail-app.ts'
import { openMailStore } from './mail-store.ts'

export type MailCatcherOptions = {
  /** Of mails and idempotency keys. */
  dir: string
  apiKey: string
  now?: () => number
}

export type MailCatcher = { url: string; close: () => Promise<void> }

/** Resend's HTTP API on this machine: stores mails in a folder and shows them in a browser. */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const { dir, apiKey, now = Date.now } = options
  const app = createMailApp(await openMailStore(dir, now), apiKey)
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const body = method === 'POST' ? await text(request) : null
    const reply = await app.request(url, { method, headers, body })
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(await reply.text())
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
