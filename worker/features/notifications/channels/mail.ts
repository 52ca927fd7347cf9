import { m } from '#messages'
import { brandName } from '#worker/contracts/brand.ts'
import { replaceLineBreaks } from '#worker/contracts/text.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import {
  describeSender,
  formatFooter,
  groupByDay,
  type MailContent,
  type MailItem,
} from './mail-content.ts'
import { renderEventText } from './mail-event.ts'
import { renderHtmlPart } from './mail-html.ts'

export function composeMail(content: MailContent): Mail {
  const { to, title } = content
  return {
    to,
    // A header: what people wrote must not begin another.
    subject: replaceLineBreaks(title),
    text: renderPlainText(content),
    html: renderHtmlPart(content),
    headers: buildMailHeaders(content),
  }
}

/** No machine answers it (RFC 3834), and complaints are counted by kind. */
function buildMailHeaders({ kind, unsubscribeUrl }: MailContent): Record<string, string> {
  const list = kind.replaceAll('_', '-')
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Feedback-ID': `${list}:hypecal`,
    ...(unsubscribeUrl && {
      'List-Id': `<${list}.${new URL(unsubscribeUrl).hostname}>`,
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

function renderPlainText(content: MailContent): string {
  const { title, code, text, event, items = [], note, body, action, quote, links = [] } = content
  const { unsubscribeUrl, locale } = content
  const sender = describeSender(content)
  const listed = groupByDay(items).flatMap(([day, group]) => [
    day,
    ...group.map(renderPlainTextItem),
  ])
  const parts = [
    title,
    ...(code ? [code] : []),
    ...(event ? [renderEventText(event)] : []),
    body?.text ?? text,
    ...listed,
    ...(note ? [note] : []),
    ...(action ? [`${action.label}\n${action.url}`] : []),
    ...(quote ? [`${quote.label}\n${quote.text.replace(/^/gm, '> ')}`] : []),
    ...links.map(({ label, url }) => `${label}\n${url}`),
    `-- \n${brandName}`,
    formatFooter(content),
  ]
  const unsubscribe = unsubscribeUrl && `${m.mail_unsubscribe({}, { locale })}\n${unsubscribeUrl}`
  const about = [sender.name, ...sender.links.map(({ label, url }) => `${label}\n${url}`)]
  return [...parts, unsubscribe, ...about].filter(Boolean).join('\n\n')
}

function renderPlainTextItem({ name, time, channel, url }: MailItem): string {
  const line = [time, name, channel].filter((part) => part !== null).join(' · ')
  return `${line}\n${url}`
}
