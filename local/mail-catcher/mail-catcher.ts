import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createMailApp } from './mail-app.ts'
import { openMailStore } from './mail-store.ts'

export type MailCatcherOptions = {
  dir: string
  apiKey: string
  now?: () => number
}

export type MailCatcher = { url: string; close: () => Promise<void> }

export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const { dir, apiKey, now = Date.now } = options
  const { fetch } = createMailApp(await openMailStore(dir, now), apiKey)
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  async function close(): Promise<void> {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
