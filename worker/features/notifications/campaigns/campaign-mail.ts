import { m } from '#messages'
import { html } from 'hono/html'
import type { AcceptedLocale, Locale } from '#worker/contracts/locale.ts'
import type { CampaignPurpose, WrittenCampaign } from './contract.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import type { MailEvent } from '#worker/features/notifications/channels/mail-event.ts'
import { insertEvents, separateEventBlocks } from './event-blocks.ts'
import { addFrenchOrdinal } from '#worker/locale/date-words.ts'
import { localePath } from '#worker/locale/locale.ts'
import { languageTags } from '#worker/locale/locales.ts'
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { limitMarkdownComplexity } from '#worker/markdown/limits.ts'
import { normalizeHeadingLevels, type HtmlTree } from '#worker/markdown/plugins.ts'
import { toPlainText } from './mail-text.ts'
import { rehypeMailStyles, type MailRenderingOptions } from './mail-styles.ts'

type CampaignMail = {
  to: string
  language: AcceptedLocale
  siteUrl: string
  text: WrittenCampaign
  /** By the slug that a block of the text names. */
  events: ReadonlyMap<string, MailEvent>
  unsubscribeUrl: string
  isTest?: boolean
}

/** Where the announced text is. */
const announcedPages: Partial<Record<CampaignPurpose, string>> = {
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
}

function formatDay(day: string, locale: AcceptedLocale): string {
  const tag = languageTags[locale]
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  return addFrenchOrdinal(format.format(Date.parse(day)), tag)
}

function composeAnnouncementFacts({ language: locale, siteUrl, text }: CampaignMail) {
  const { purpose, applies_on } = text
  const page = purpose && announcedPages[purpose]
  return {
    ...(applies_on && {
      note: m.announcement_applies_on({ day: formatDay(applies_on, locale) }, { locale }),
    }),
    ...(page && {
      action: {
        label: m.announcement_read({}, { locale }),
        url: siteUrl + localePath(locale, page),
      },
    }),
  }
}

/** An announcement is no advertising: nobody unsubscribes from it. */
function composeSortOfMail(mail: CampaignMail) {
  const { language: locale, text, unsubscribeUrl } = mail
  if (text.purpose) return { kind: 'service_notice', ...composeAnnouncementFacts(mail) }
  const footer = m.mail_footer_marketing({}, { locale })
  return { kind: 'campaign', unsubscribeUrl, footer }
}

export function composeCampaignMail(mail: CampaignMail): Mail {
  const { to, language, siteUrl, text, isTest = false } = mail
  const rendered = renderMailMarkdown(separateEventBlocks(text.markdown), { language, siteUrl })
  const { subject, ...written } = composeMail({
    to,
    locale: language,
    siteUrl,
    text: '',
    ...composeSortOfMail(mail),
    title: text.subject,
    body: labelAd(insertEvents(rendered, mail.events), text.partner, language),
  })
  const options = { locale: language }
  const labeled = text.partner ? m.mail_ad_subject({ subject }, options) : subject
  const title = isTest ? m.mail_test_subject({ subject: labeled }, options) : labeled
  return { ...written, subject: title }
}

function labelAd(body: MailBody, partner: string | undefined, locale: AcceptedLocale): MailBody {
  if (!partner) return body
  const label = m.mail_ad({ partner }, { locale })
  const line = html`<p style="margin:0 0 16px;font-weight:700">${label}</p>`
  return { html: `${line.toString()}${body.html}`, text: `${label}\n\n${body.text}` }
}

/** Sanitises before the styles are inlined, which it would strip. */
const schema: Schema = {
  tagNames:
    'a blockquote br code del em h2 h3 h4 hr img li ol p pre strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  attributes: { a: ['href'], img: ['src', 'alt'], ol: ['start'] },
  ancestors: { li: ['ul', 'ol'], td: ['table'], th: ['table'], tr: ['table'] },
  protocols: { href: ['http', 'https', 'mailto'], src: [] },
  clobber: [],
  strip: ['script', 'style'],
}

export type MailBody = { html: string; text: string }

function renderMailBody(markdown: string, { language, siteUrl }: MailRenderingOptions): MailBody {
  const file = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(normalizeHeadingLevels)
    .use(rehypeSanitize, schema)
    .use(rehypeMailStyles, { language, siteUrl })
    .use(() => (tree: HtmlTree, file) => {
      file.data['text'] = toPlainText(tree)
    })
    .use(rehypeStringify)
    .processSync(limitMarkdownComplexity(markdown))
  return { html: String(file), text: String(file.data['text']) }
}

const rendered = new Map<Locale, { markdown: string; siteUrl: string; body: MailBody }>()

/** GFM as sanitised HTML with the styles inline and every address absolute, and as plain text. */
export function renderMailMarkdown(markdown: string, mail: MailRenderingOptions): MailBody {
  const last = rendered.get(mail.language)
  // All recipients of a page get the same text.
  if (last?.markdown === markdown && last.siteUrl === mail.siteUrl) return last.body
  const body = renderMailBody(markdown, mail)
  rendered.set(mail.language, { markdown, siteUrl: mail.siteUrl, body })
  return body
}
