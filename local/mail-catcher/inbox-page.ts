import type { Mail } from './mail.ts'

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#faf6ef, #0c0e14); --card: light-dark(#fffdf9, #161a25);
  --line: light-dark(#e4dac8, #262c3b); --text: light-dark(#1b1a22, #f2f1ee); --quiet: light-dark(#62606d, #a6adbd) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 880px; margin: 0 auto; padding: 32px 16px 64px }
h1 { margin: 0 0 24px; font-size: 28px; line-height: 1.15; letter-spacing: -0.015em; overflow-wrap: anywhere }
h2 { margin: 32px 0 8px; font-size: 16px }
a { color: inherit }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px }
.quiet, time, dt { color: var(--quiet) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; overflow: hidden }
ol { list-style: none; margin: 0; padding: 0 }
li + li { border-top: 1px dashed var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 20px; text-decoration: none }
li a:hover strong { text-decoration: underline }
li strong, li span { overflow-wrap: anywhere }
li time { font-variant-numeric: tabular-nums }
li span { grid-column: 1 / -1; color: var(--quiet); font-size: 14px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; padding: 16px 20px }
dd { margin: 0; overflow-wrap: anywhere }
iframe.card { display: block; width: 100%; height: 60vh; border: 0; background: #fff; color-scheme: light }
pre { margin: 0; padding: 16px 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace }
@media (max-width: 480px) { li a, dl { grid-template-columns: 1fr } }
`

export function renderInbox(mails: readonly Mail[]): string {
  const rows = mails.map(renderRow).join('')
  const list =
    mails.length === 0
      ? '<p class="quiet">No mail yet. Whatever the app sends is caught here and goes no further.</p>'
      : `<ol class="card">${rows}</ol>`
  return page('Mail catcher', '<meta http-equiv="refresh" content="10">', `<h1>Inbox</h1>${list}`)
}

export function renderMail(mail: Mail): string {
  const id = encodeURIComponent(mail.id)
  const html =
    mail.html === null
      ? ''
      : `<h2>HTML</h2><iframe class="card" title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${id}/html"></iframe>`
  const text = mail.text === null ? '' : `<h2>Text</h2><pre class="card">${escape(mail.text)}</pre>`
  const body = `<p><a href="/">← Inbox</a></p><h1>${escape(mail.subject)}</h1>
<dl class="card">${renderHeaders(mail)}</dl>${html}${text}
<p><a href="/mail/${id}/raw.eml" download>Raw .eml</a></p>`
  return page(mail.subject, '', body)
}

/** Links must leave the frame of the mail. */
export function withLinksInNewTab(html: string): string {
  const base = '<base target="_blank">'
  const withBase = html.replace(/<head(?:\s[^>]*)?>/i, (head) => head + base)
  return withBase === html ? base + html : withBase
}

function renderRow(mail: Mail): string {
  return `<li><a href="/mail/${encodeURIComponent(mail.id)}"><strong>${escape(mail.subject)}</strong>${renderTime(mail)}<span>${escape(mail.to.join(', '))}</span></a></li>`
}

function renderHeaders(mail: Mail): string {
  const lines: [string, string][] = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Cc', mail.cc.join(', ')],
    ['Bcc', mail.bcc.join(', ')],
    ['Reply-To', mail.replyTo.join(', ')],
    ['Date', mail.at],
    ...Object.entries(mail.headers),
    ...mail.tags.map(({ name, value }): [string, string] => [`Tag ${name}`, value]),
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`)
    .join('')
}

function renderTime({ at }: Mail): string {
  return `<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>${head}<style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
