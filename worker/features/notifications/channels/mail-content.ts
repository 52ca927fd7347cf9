import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'

export type MailItem = {
  name: string
  day: string
  time: string | null
  channel: string | null
  url: string
}
export type MailLink = { label: string; url: string }

export type MailContent = {
  to: string
  /** In the headers by which mail programs and services tell mails apart. */
  kind: string
  locale: Locale
  title: string
  text: string
  code?: string
  items?: MailItem[]
  /** In place of the text: sanitised HTML, and the same in plain text. */
  body?: { html: string; text: string }
  note?: string
  picture?: { url: string; text: string; href: string }
  action?: MailLink
  links?: MailLink[]
  /** Absent on account mail. */
  unsubscribeUrl?: string
  footer?: string
  /** The operator's, which the law asks of advertising; one line each. */
  postalAddress?: string | undefined
}

export function formatFooter({ locale, unsubscribeUrl, footer }: MailContent): string {
  if (footer) return footer
  return unsubscribeUrl ? m.mail_footer({}, { locale }) : m.mail_footer_account({}, { locale })
}

export function formatPreheader({ text, items = [], body }: MailContent): string {
  const words = items.length > 0 ? items.map(({ name }) => name).join(' · ') : (body?.text ?? text)
  return words.replace(/\s+/g, ' ').slice(0, 140).toWellFormed()
}

export function groupByDay(items: MailItem[]): [day: string, items: MailItem[]][] {
  return [...Map.groupBy(items, ({ day }) => day)]
}
