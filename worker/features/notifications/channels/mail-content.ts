import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'

export type MailItem = {
  name: string
  day: string
  /** Null for a day without an hour. */
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
  /** Shown large, to be typed or copied. */
  code?: string
  /** Several of a kind, each with its own link. */
  items?: MailItem[]
  /** In place of the text: sanitised HTML, and the same in plain text. */
  body?: { html: string; text: string }
  /** Said after the items. */
  note?: string
  picture?: { url: string; text: string; href: string }
  action?: MailLink
  /** Beside the action, less loud. */
  links?: MailLink[]
  /** Absent on account mail. */
  unsubscribeUrl?: string
  /** Why it was sent, in place of the usual. */
  footer?: string
  /** The operator's, which the law asks of advertising; one line each. */
  postalAddress?: string | undefined
}

/** Why it was sent. */
export function formatFooter({ locale, unsubscribeUrl, footer }: MailContent): string {
  if (footer) return footer
  return unsubscribeUrl ? m.mail_footer({}, { locale }) : m.mail_footer_account({}, { locale })
}

/** The line that lists of mails show behind the subject. */
export function formatPreview({ text, items = [], body }: MailContent): string {
  const words = items.length > 0 ? items.map(({ name }) => name).join(' · ') : (body?.text ?? text)
  return words.replace(/\s+/g, ' ').slice(0, 140).toWellFormed()
}

/** In the order in which days come; those of one day follow one another. */
export function groupByDay(items: MailItem[]): [day: string, items: MailItem[]][] {
  return [...Map.groupBy(items, ({ day }) => day)]
}
