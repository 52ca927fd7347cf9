import { createServer, type IncomingMessage, type Server } from 'node:http'
import { handleInboxRequest } from './inbox.ts'
import { type MailStore, openMailStore } from './mail-store.ts'
import { ApiError, type MailCatcherRequest, type Reply, replyError } from './reply.ts'
import { handleMailListRequest, handleResendRequest } from './resend-api.ts'

const BODY_MAX = 10 * 1024 * 1024
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i

export type MailCatcherOptions = {
  /** Of mails and idempotency keys. */
  dir: string
  port?: number
  host?: '127.0.0.1'
  apiKey?: string
  now?: () => number
}

export type MailCatcher = { url: string; port: number; close: () => Promise<void> }

/** Resend's HTTP API on this machine: stores mails in a folder and shows them in a browser. */
export async function startMailCatcher(options: MailCatcherOptions): Promise<MailCatcher> {
  const { dir, port = 0, host = '127.0.0.1', apiKey, now = Date.now } = options
  const store = await openMailStore(dir, now)
  const server = createServer((request, response) => {
    void answer(request, store, apiKey).then(({ status, headers, body }) => {
      response.writeHead(status, { ...headers, 'x-content-type-options': 'nosniff' }).end(body)
    })
  })
  const realPort = await listen(server, port, host)
  return { url: `http://${host}:${realPort}`, port: realPort, close: () => stop(server) }
}

async function answer(
  request: IncomingMessage,
  store: MailStore,
  apiKey: string | undefined,
): Promise<Reply> {
  try {
    const call = readCall(request)
    return (
      (await handleResendRequest(call, store, apiKey)) ??
      handleMailListRequest(call, store) ??
      handleInboxRequest(call, store) ??
      replyError(new ApiError(404, 'not_found', 'The requested endpoint does not exist.'))
    )
  } catch (error) {
    if (error instanceof ApiError) return replyError(error)
    console.error('mail catcher:', error)
    return replyError(new ApiError(500, 'application_error', 'The mail catcher failed.'))
  }
}

function readCall(request: IncomingMessage): MailCatcherRequest {
  const { headers, method = 'GET', url = '/' } = request
  // A foreign page whose name resolves to 127.0.0.1 (DNS rebinding) must not read mails.
  if (!LOCAL_HOST.test(headers.host ?? '')) {
    throw new ApiError(403, 'invalid_host', 'The mail catcher answers only to localhost.')
  }
  const [path = '/', query = ''] = url.split('?', 2)
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers,
    readBody: () => readBody(request),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    // Reads the rest without storing it: a client cut off while sending would not see the response.
    if (size <= BODY_MAX) chunks.push(bytes)
  }
  if (size > BODY_MAX)
    throw new ApiError(413, 'payload_too_large', 'The request body is too large.')
  return Buffer.concat(chunks).toString('utf8')
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
