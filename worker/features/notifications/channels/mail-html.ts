import { html, raw } from 'hono/html'
import { m } from '#messages'
import { brandName } from '#worker/contracts/brand.ts'
import {
  describeSender,
  formatFooter,
  groupByDay,
  formatPreheader,
  type MailContent,
  type MailItem,
  type MailLink,
  type MailQuote,
} from './mail-content.ts'
import { renderEventPart } from './mail-event.ts'

type Html = ReturnType<typeof html>

function unsubscribeLink({ locale, unsubscribeUrl }: MailContent): Html | '' {
  if (!unsubscribeUrl) return ''
  return html` <a href="${unsubscribeUrl}" style="color:inherit"
    >${m.mail_unsubscribe({}, { locale })}</a
  >`
}

function dayPart([day, items]: [day: string, items: MailItem[]]): Html {
  return html`<h2 style="margin:24px 0 8px;font-size:16px;line-height:24px">${day}</h2>
    ${items.map(itemPart)}`
}

function itemPart({ name, time, channel, url }: MailItem): Html {
  return html`<p
    style="margin:0 0 12px;padding-left:12px;border-left:3px solid #e4dac8"
    class="line"
  >
    ${time && html`<span style="font-weight:600">${time}</span> · `}<a
      href="${url}"
      style="color:inherit;font-weight:600"
      >${name}</a
    >${channel && html`<br /><span class="quiet" style="color:#62606d">${channel}</span>`}
  </p>`
}

function linksPart(links: MailLink[]): Html {
  return html`<p style="margin:0 0 24px;font-size:14px;line-height:28px">
    ${links.map(
      ({ label, url }) =>
        html`<a href="${url}" style="margin-right:16px;white-space:nowrap;color:inherit"
          >${label}</a
        > `,
    )}
  </p>`
}

function codePart(code: string): Html {
  return html`<p
    style="margin:0 0 24px;font:700 32px/40px ui-monospace,monospace;letter-spacing:6px"
  >
    ${code}
  </p>`
}

function actionPart({ label, url }: NonNullable<MailContent['action']>): Html {
  return html`<div style="margin:24px 0">
    ${raw(outlookOnly('<table role="presentation"><tr><td style="padding:12px 24px;background:#1b1a22">'))}<a
      class="button"
      href="${url}"
      style="display:inline-block;padding:12px 24px;border-radius:10px;background:#1b1a22;color:#fffdf9;text-decoration:none;font-weight:600"
      >${label}</a
    >${raw(outlookOnly('</td></tr></table>'))}
  </div>`
}

function quotePart({ label, text }: MailQuote): Html {
  return html`<p style="margin:0 0 8px">${label}</p>
    <p
      class="line"
      style="margin:0 0 24px;padding:12px 16px;border:1px dashed #e4dac8;border-radius:10px"
    >
      ${text.split('\n').map((line, index) => html`${index > 0 && html`<br />`}${line}`)}
    </p>`
}

/** Outlook on Windows knows neither widths nor paddings but those of tables. */
function outlookOnly(markup: string): string {
  return `<!--[if mso]>${markup}<![endif]-->`
}

/** For mail programs that know style sheets; all else is inline. */
const darkStyles = `@media (max-width:480px){
body{padding:8px!important}
.card{padding:20px!important}
}
@media (prefers-color-scheme:dark){
body{background:#0c0e14!important}
body,.button{color:#f2f1ee!important}
.card{background:#161a25!important}
.card,.line,.card hr,.card th,.card td,.card blockquote{border-color:#262c3b!important}
.quiet,.card blockquote{color:#a6adbd!important}
.brand,.body a{color:#ff8a6b!important}
.button{background:#2b3245!important}
.card pre{background:#12151e!important}
}`

function senderPart(content: MailContent): Html {
  const { name, links } = describeSender(content)
  return html`<p class="quiet" style="margin:8px 0 0;font-size:13px;line-height:20px;color:#62606d">
    ${name}${links.map(({ label, url }) => html` · <a href="${url}" style="color:inherit">${label}</a>`)}
  </p>`
}

export function renderHtmlPart(content: MailContent): string {
  const { locale, title, code, text, items = [], note, body, action, links = [] } = content
  const { event, quote } = content
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => html`<p style="margin:0 0 16px">${line}</p>`)
  const paragraphs = [
    ...(body ? [html`<div class="body">${raw(body.html)}</div>`] : lines),
    ...groupByDay(items).map(dayPart),
    ...(note ? [html`<p class="quiet" style="margin:24px 0 16px;color:#62606d">${note}</p>`] : []),
  ]
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${raw(darkStyles)}
        </style>
      </head>
      <body
        style="margin:0;padding:24px;background:#faf6ef;color:#1b1a22;font:16px/24px system-ui,sans-serif"
      >
        <div style="display:none;max-height:0;overflow:hidden">${formatPreheader(content)}</div>
        ${raw(outlookOnly('<table role="presentation" align="center" width="560"><tr><td>'))}
        <div
          class="card"
          style="max-width:496px;margin:0 auto;padding:32px;background:#fffdf9;border:1px solid #e4dac8;border-radius:16px;overflow-wrap:anywhere"
        >
          <p class="brand" style="margin:0 0 24px;font-weight:700;color:#b92d0c">
            &#9889; ${brandName}
          </p>
          <h1 style="margin:0 0 16px;font-size:24px;line-height:30px">${title}</h1>
          ${event && renderEventPart(event)} ${code && codePart(code)} ${raw(paragraphs.join('\n'))}
          ${action && actionPart(action)} ${quote && quotePart(quote)}
          ${links.length > 0 && linksPart(links)}
          <p
            class="line quiet"
            style="${body ? 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e4dac8' : 'margin:0'};font-size:13px;line-height:20px;color:#62606d"
          >
            ${formatFooter(content)}${unsubscribeLink(content)}
          </p>
          ${senderPart(content)}
        </div>
        ${raw(outlookOnly('</td></tr></table>'))}
      </body>
    </html>`.toString()
}
