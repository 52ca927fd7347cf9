import type { Mail } from './mail.ts'
import { listHeaders } from './mime.ts'

const STYLE = `
:root { color-scheme: light dark; --card: light-dark(#fffdf9, #161a25); --line: light-dark(#e4dac8, #262c3b) }
* { box-sizing: border-box; overflow-wrap: anywhere }
body { max-width: 880px; margin: 0 auto; padding: 32px 16px 64px; background: light-dark(#faf6ef, #0c0e14); font: 16px/1.5 system-ui, sans-serif }
h2 { margin: 32px 0 8px; font-size: 16px }
a { color: inherit }
time, dt, li span { opacity: 0.7 }
.card { margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 16px; overflow: hidden; list-style: none }
li + li { border-top: 1px dashed var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 20px; text-decoration: none }
li span { grid-column: 1 / -1; font-size: 14px }
dl.card { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; padding: 16px 20px }
dd { margin: 0 }
iframe.card { width: 100%; height: 60vh; background: #fff; color-scheme: light }
pre.card { padding: 16px 20px; white-space: pre-wrap }
`

export function renderInbox(mails: readonly Mail[]): string {
  const list =
    mails.length === 0
      ? '<p>No mail yet. Whatever the app sends is caught here and goes no further.</p>'
      : `<ol class="card">${mails.map(renderRow).join('')}</ol>`
  return page('Mail catcher', `<meta http-equiv="refresh" content="10"><h1>Inbox</h1>${list}`)
}

export function renderMail(mail: Mail): string {
  const { id, subject, html, text } = mail
  const frame =
    html === null
      ? ''
      : `<h2>HTML</h2><iframe class="card" title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${id}/html"></iframe>`
  const plain = text === null ? '' : `<h2>Text</h2><pre class="card">${escape(text)}</pre>`
  const body = `<p><a href="/">← Inbox</a></p><h1>${escape(subject)}</h1>
<dl class="card">${renderHeaders(mail)}</dl>${frame}${plain}
<p><a href="/mail/${id}/raw.eml" download>Raw .eml</a></p>`
  return page(subject, body)
}

function renderRow({ id, at, subject, to }: Mail): string {
  const time = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  return `<li><a href="/mail/${id}"><strong>${escape(subject)}</strong><time>${time}</time><span>${escape(to.join(', '))}</span></a></li>`
}

function renderHeaders(mail: Mail): string {
  return listHeaders(mail)
    .map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`)
    .join('')
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${STYLE}</style><body>${body}`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
