import { html, raw } from 'hono/html'
import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'

type MailItem = { name: string; start: string; url: string }

export type MailContent = {
  to: string
  locale: Locale
  title: string
  text: string
  /** Shown large, to be typed or copied. */
  code?: string
  /** Several of a kind, each with its own link. */
  items?: MailItem[]
  /** In place of the text: sanitised HTML, and the same in plain text. */
  body?: { html: string; text: string }
  action?: { label: string; url: string }
  /** Absent on account mail. */
  unsubscribeUrl?: string
  /** Why it was sent, in place of the usual. */
  footer?: string
}

/** Both parts of a mail; mail programs know no style sheets, so the HTML carries its few styles itself. */
export function writeMail(content: MailContent): Mail {
  const { to, title, unsubscribeUrl } = content
  return {
    to,
    // A header: what people wrote must not begin another.
    subject: title.replace(/[\n\r\t\u2028\u2029]+/g, ' '),
    text: plainPart(content),
    html: htmlPart(content),
    headers: unsubscribeUrl
      ? {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : undefined,
  }
}

function footerOf({ locale, unsubscribeUrl, footer }: MailContent): string {
  if (footer) return footer
  return unsubscribeUrl ? m.mail_footer({}, { locale }) : m.mail_footer_account({}, { locale })
}

function plainPart(content: MailContent): string {
  const { title, code, text, items = [], body, action, unsubscribeUrl } = content
  const listed = items.map(({ name, start, url }) => `${name}\n${start}\n${url}`)
  const parts = [
    title,
    ...(code ? [code] : []),
    body?.text ?? text,
    ...listed,
    ...(action ? [`${action.label}\n${action.url}`] : []),
    '-- \nHypecal',
    footerOf(content),
  ]
  return [...parts, ...(unsubscribeUrl ? [unsubscribeUrl] : [])].join('\n\n')
}

type Html = ReturnType<typeof html>

function stopLink({ locale, unsubscribeUrl }: MailContent): Html | '' {
  if (!unsubscribeUrl) return ''
  return html` <a href="${unsubscribeUrl}" style="color:inherit"
    >${m.unsubscribe_button({}, { locale })}</a
  >`
}

function itemPart({ name, start, url }: MailItem): Html {
  return html`<p style="margin:0 0 16px">
    <a href="${url}" style="color:inherit;font-weight:600">${name}</a><br />${start}
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
  return html`<p style="margin:24px 0">
    <a
      href="${url}"
      style="display:inline-block;padding:12px 24px;border-radius:10px;background:#1b1a22;color:#fffdf9;text-decoration:none;font-weight:600"
      >${label}</a
    >
  </p>`
}

function htmlPart(content: MailContent): string {
  const { locale, title, code, text, items = [], body, action } = content
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => html`<p style="margin:0 0 16px">${line}</p>`)
  const paragraphs = [...(body ? [body.html] : lines), ...items.map(itemPart)]
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body
        style="margin:0;padding:24px;background:#faf6ef;color:#1b1a22;font:16px/24px system-ui,sans-serif"
      >
        <div
          style="max-width:520px;margin:0 auto;padding:32px;background:#fffdf9;border:1px solid #e4dac8;border-radius:16px;overflow-wrap:anywhere"
        >
          <p style="margin:0 0 24px;font-weight:700;color:#b92d0c">&#9889; Hypecal</p>
          <h1 style="margin:0 0 16px;font-size:24px;line-height:30px">${title}</h1>
          ${code && codePart(code)} ${raw(paragraphs.join('\n'))} ${action && actionPart(action)}
          <p
            style="${body ? 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e4dac8' : 'margin:0'};font-size:13px;line-height:20px;color:#62606d"
          >
            ${footerOf(content)}${stopLink(content)}
          </p>
        </div>
      </body>
    </html>`.toString()
}
