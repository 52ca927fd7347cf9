import { splitAddress, type Mail } from './mail.ts'
import { parseBatch, parseJson, parseMail } from './mail-input.ts'
import type { MailStore } from './mail-store.ts'
import { ApiError, type MailCatcherRequest, type Reply, replyJson } from './reply.ts'

const KEY_MAX = 256

/** The paths under `/emails`; `undefined` for others. */
export async function handleResendRequest(
  call: MailCatcherRequest,
  store: MailStore,
  apiKey: string | undefined,
): Promise<Reply | undefined> {
  const [, root, id, ...rest] = call.path.split('/')
  if (root !== 'emails' || rest.length > 0) return undefined
  checkApiKey(call, apiKey)
  if (call.method === 'POST' && id === undefined) return sendMail(call, store)
  if (call.method === 'POST' && id === 'batch') return sendBatch(call, store)
  if (call.method === 'GET' && id !== undefined) return showMail(id, store)
  throw new ApiError(405, 'method_not_allowed', 'This endpoint does not support the method.')
}

/** For tests: all mails, oldest first, or those to one recipient. */
export function handleMailListRequest(
  call: MailCatcherRequest,
  store: MailStore,
): Reply | undefined {
  if (call.path !== '/api/mails' || call.method !== 'GET') return undefined
  const to = call.query.get('to')?.toLowerCase()
  const isWanted = (address: string) => splitAddress(address).email.toLowerCase() === to
  const mails = store.list().filter((mail) => to === undefined || mail.to.some(isWanted))
  return replyJson(mails)
}

async function sendMail(call: MailCatcherRequest, store: MailStore): Promise<Reply> {
  const key = readKey(call)
  const mail = parseMail(parseJson(await call.readBody()))
  const [id] = await store.accept({ kind: 'single', key, mails: [mail] })
  return replyJson({ id })
}

async function sendBatch(call: MailCatcherRequest, store: MailStore): Promise<Reply> {
  const key = readKey(call)
  const mails = parseBatch(parseJson(await call.readBody()))
  const ids = await store.accept({ kind: 'batch', key, mails })
  return replyJson({ data: ids.map((id) => ({ id })) })
}

function showMail(id: string, store: MailStore): Reply {
  const mail = store.find(id)
  if (mail === undefined) throw new ApiError(404, 'not_found', 'Email not found')
  return replyJson(toResend(mail))
}

function toResend({ at, replyTo, ...mail }: Mail) {
  return {
    object: 'email',
    ...mail,
    reply_to: replyTo,
    created_at: at,
    scheduled_at: null,
    last_event: 'delivered',
  }
}

function checkApiKey(call: MailCatcherRequest, apiKey: string | undefined): void {
  const token = /^Bearer +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    throw new ApiError(401, 'missing_api_key', 'Missing API key in the authorization header.')
  }
  if (apiKey !== undefined && token !== apiKey) {
    throw new ApiError(403, 'invalid_api_key', 'API key is invalid.')
  }
}

function readKey(call: MailCatcherRequest): string | null {
  const key = call.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && key.length >= 1 && key.length <= KEY_MAX) return key
  throw new ApiError(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
}
