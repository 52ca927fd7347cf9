import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { parseEmailAddress, MailBatch, MailInput, type Mail } from './mail.ts'
import type { MailStore } from './mail-store.ts'
import { createHttpException } from './refusal.ts'
import { readFileSync } from 'node:fs'

const STYLE = readFileSync(new URL('inbox.css', import.meta.url), 'utf8')

function renderInbox(mails: readonly Mail[]): string {
  const list =
    mails.length === 0
      ? '<p>No mail yet. Whatever the app sends is caught here and goes no further.</p>'
      : `<ol class="card">${mails.map(renderMailRow).join('')}</ol>`
  return renderHtmlPage(
    'Mail catcher',
    `<meta http-equiv="refresh" content="10"><h1>Inbox</h1>${list}`,
  )
}

function renderMail(mail: Mail): string {
  const { id, subject, html, text } = mail
  const frame =
    html === null
      ? ''
      : `<h2>HTML</h2><iframe class="card" title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${id}/html"></iframe>`
  const plain = text === null ? '' : `<h2>Text</h2><pre class="card">${escapeHtml(text)}</pre>`
  const body = `<p><a href="/">← Inbox</a></p><h1>${escapeHtml(subject)}</h1>
<dl class="card">${renderMailHeaders(mail)}</dl>${frame}${plain}`
  return renderHtmlPage(subject, body)
}

function renderMailRow({ id, at, subject, to }: Mail): string {
  const time = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  return `<li><a href="/mail/${id}"><strong>${escapeHtml(subject)}</strong><time>${time}</time><span>${escapeHtml(to.join(', '))}</span></a></li>`
}

function renderMailHeaders(mail: Mail): string {
  const headers: [string, string][] = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Cc', mail.cc.join(', ')],
    ['Bcc', mail.bcc.join(', ')],
    ['Reply-To', mail.replyTo.join(', ')],
    ['Date', mail.at],
    ...Object.entries(mail.headers),
  ]
  return headers
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
}

function renderHtmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style><body>${body}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

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
