import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { renderInbox, renderMail } from './inbox-page.ts'
import { parseEmailAddress, MailBatch, MailInput, type Mail } from './mail.ts'
import type { MailStore } from './mail-store.ts'
import { createHttpException } from './refusal.ts'

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i
const BODY_MAX_BYTES = 10 * 1024 * 1024
const KEY_MAX = 256

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Mails run no scripts and load pictures only from this machine. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:* http://127.0.0.1:*; frame-ancestors 'self'"

export function createMailApp(store: MailStore, apiKey: string): Hono {
  const app = new Hono()
  app.use((c, next) => {
    // A foreign page whose name resolves to 127.0.0.1 (DNS rebinding) must not read mails.
    if (!LOCAL_HOST.test(c.req.header('host') ?? '')) {
      throw createHttpException(403, 'invalid_host', 'The mail catcher answers only to localhost.')
    }
    c.header('content-security-policy', PAGE_POLICY)
    c.header('x-content-type-options', 'nosniff')
    return next()
  })
  addResendApiRoutes(app, store, apiKey)
  addInboxRoutes(app, store)
  app.notFound(() =>
    createHttpException(404, 'not_found', 'The requested endpoint does not exist.').getResponse(),
  )
  return app
}

function addResendApiRoutes(app: Hono, store: MailStore, apiKey: string): void {
  app.use('/emails/*', (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (token === undefined) throw createHttpException(401, 'missing_api_key', 'Missing API key.')
    if (token !== apiKey) throw createHttpException(403, 'invalid_api_key', 'API key is invalid.')
    return next()
  })
  const tooLarge = () =>
    createHttpException(413, 'payload_too_large', 'The body is too large.').getResponse()
  app.use('/emails/*', bodyLimit({ maxSize: BODY_MAX_BYTES, onError: tooLarge }))
  app.post('/emails', async (c) => {
    const mails = [await parseBody(c, MailInput)]
    const [id] = store.accept('single', readIdempotencyKey(c), mails)
    return c.json({ id })
  })
  app.post('/emails/batch', async (c) => {
    const mails = await parseBody(c, MailBatch)
    const ids = store.accept('batch', readIdempotencyKey(c), mails)
    return c.json({ data: ids.map((id) => ({ id })) })
  })
}

function addInboxRoutes(app: Hono, store: MailStore): void {
  app.get('/', (c) => c.html(renderInbox(store.list().toReversed())))
  app.get('/mail/:id', (c) => c.html(renderMail(getMail(store, c.req.param('id')))))
  app.get('/mail/:id/html', (c) => {
    const { html } = getMail(store, c.req.param('id'))
    c.header('content-security-policy', MAIL_POLICY)
    // Links must leave the frame of the mail.
    return c.html(`${html ?? ''}<base target="_blank">`)
  })
  /** For tests: all mails, oldest first, or those to one recipient. */
  app.get('/api/mails', (c) => {
    const to = c.req.query('to')?.toLowerCase()
    const isWanted = (address: string) =>
      to === undefined || parseEmailAddress(address).toLowerCase() === to
    return c.json(store.list().filter((mail) => mail.to.some(isWanted)))
  })
}

function readIdempotencyKey(c: Context): string | null {
  const key = c.req.header('idempotency-key') ?? null
  if (key === null || (key !== '' && key.length <= KEY_MAX)) return key
  throw createHttpException(
    400,
    'invalid_idempotency_key',
    `The key must be between 1-${KEY_MAX} chars.`,
  )
}

async function parseBody<T>(c: Context, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const payload: unknown = await c.req.json().catch(() => {
    throw createHttpException(400, 'validation_error', 'The request body is not valid JSON.')
  })
  const result = v.safeParse(schema, payload)
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue) ?? 'body'
  const name = issue.received === 'undefined' ? 'missing_required_field' : 'validation_error'
  const isAttachment = field.endsWith('attachments')
  throw createHttpException(
    422,
    isAttachment ? 'invalid_attachment' : name,
    `${field}: ${issue.message}`,
  )
}

function getMail(store: MailStore, id: string): Mail {
  const mail = store.list().find((storedMail) => storedMail.id === id)
  if (mail === undefined) throw createHttpException(404, 'not_found', 'Email not found')
  return mail
}
