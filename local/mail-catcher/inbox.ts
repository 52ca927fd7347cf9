import { renderInbox, renderMail, withLinksInNewTab } from './inbox-page.ts'
import type { Mail } from './mail.ts'
import type { MailStore } from './mail-store.ts'
import { renderEml } from './mime.ts'
import { ApiError, type MailCatcherRequest, type Reply } from './reply.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Mails run no scripts and load pictures only from this machine. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:* http://127.0.0.1:*; frame-ancestors 'self'"

/** `undefined` for other paths. */
export function handleInboxRequest(call: MailCatcherRequest, store: MailStore): Reply | undefined {
  if (call.method !== 'GET' && call.method !== 'HEAD') return undefined
  if (call.path === '/') return replyHtml(renderInbox(store.list().toReversed()), PAGE_POLICY)
  const [, root, id = '', part, ...rest] = call.path.split('/')
  if (root !== 'mail' || rest.length > 0) return undefined
  const mail = store.find(id)
  if (mail === undefined) throw new ApiError(404, 'not_found', 'Email not found')
  return showPart(mail, part)
}

function showPart(mail: Mail, part: string | undefined): Reply | undefined {
  if (part === undefined) return replyHtml(renderMail(mail), PAGE_POLICY)
  if (part === 'html') return replyHtml(withLinksInNewTab(mail.html ?? ''), MAIL_POLICY)
  if (part !== 'raw.eml') return undefined
  return { status: 200, headers: { 'content-type': 'message/rfc822' }, body: renderEml(mail) }
}

function replyHtml(body: string, policy: string): Reply {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return { status: 200, headers, body }
}
