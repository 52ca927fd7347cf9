import { readFileSync } from 'node:fs'
import type { Mail } from './mail.ts'

const STYLE = readFileSync(new URL('inbox.css', import.meta.url), 'utf8')

export function renderInbox(mails: readonly Mail[]): string {
  const list =
    mails.length === 0
      ? '<p>No mail yet. Whatever the app sends is caught here and goes no further.</p>'
      : `<ol class="card">${mails.map(renderMailRow).join('')}</ol>`
  return renderHtmlPage(
    'Mail catcher',
    `<meta http-equiv="refresh" content="10"><h1>Inbox</h1>${list}`,
  )
}

export function renderMail(mail: Mail): string {
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
