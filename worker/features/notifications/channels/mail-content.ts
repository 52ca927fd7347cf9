import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import { formatOperatorAddress } from '#worker/contracts/operator-address.ts'
import { operator } from '#worker/contracts/operator.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { MailEvent } from './mail-event.ts'

export type MailItem = {
  name: string
  day: string
  time: string | null
  channel: string | null
  url: string
}
export type MailLink = { label: string; url: string }
/** Text to copy. */
export type MailQuote = { label: string; text: string }

export type MailContent = {
  to: string
  /** In the headers by which mail programs and services tell mails apart. */
  kind: string
  locale: Locale
  siteUrl: string
  title: string
  text: string
  /** For lists of mails, where it is more than the text. */
  preview?: string
  code?: string
  event?: MailEvent | undefined
  items?: MailItem[]
  /** In place of the text: sanitised HTML, and the same in plain text. */
  body?: { html: string; text: string }
  note?: string
  action?: MailLink
  quote?: MailQuote
  links?: MailLink[]
  /** Absent on account mail. */
  unsubscribeUrl?: string
  footer?: string
}

export function formatFooter({ locale, unsubscribeUrl, footer }: MailContent): string {
  if (footer) return footer
  return unsubscribeUrl ? m.mail_footer({}, { locale }) : m.mail_footer_account({}, { locale })
}

/** Name and address of the sender, which the law asks of advertising, and pages that say more. */
export function describeSender({ locale, siteUrl, code }: MailContent): {
  name: string
  links: MailLink[]
} {
  const pages = [
    { label: m.footer_legal_notice({}, { locale }), path: '/legal-notice' },
    { label: m.footer_privacy({}, { locale }), path: '/privacy-policy' },
  ]
  return {
    name: `${operator.legalName}, ${formatOperatorAddress(operator, locale)}`,
    // A mail with a code has no link, so that nobody learns to follow one there.
    links: (code ? [] : pages).map(({ label, path }) => ({
      label,
      url: siteUrl + localePath(locale, path),
    })),
  }
}

export function formatPreheader({ text, preview, items = [], body }: MailContent): string {
  const said = body?.text ?? preview ?? text
  const words = items.length > 0 ? items.map(({ name }) => name).join(' · ') : said
  return words.replace(/\s+/g, ' ').slice(0, 140).toWellFormed()
}

export function groupByDay(items: MailItem[]): [day: string, items: MailItem[]][] {
  return [...Map.groupBy(items, ({ day }) => day)]
}
