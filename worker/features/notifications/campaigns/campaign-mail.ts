import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import type { CampaignText } from './contract.ts'
import { renderMailMarkdown } from './mail-markdown.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import { writeMail } from '#worker/features/notifications/channels/mail.ts'

type CampaignMail = {
  to: string
  /** Of the text, and of all around it. */
  language: Locale
  siteUrl: string
  text: CampaignText
  unsubscribeUrl: string
  isTest?: boolean
}

export function writeCampaignMail(mail: CampaignMail): Mail {
  const { to, language, siteUrl, text, unsubscribeUrl, isTest = false } = mail
  const options = { locale: language }
  const { subject, ...written } = writeMail({
    to,
    locale: language,
    title: text.subject,
    text: '',
    body: renderMailMarkdown(text.markdown, { language, siteUrl }),
    unsubscribeUrl,
    footer: m.mail_footer_marketing({}, options),
  })
  return { ...written, subject: isTest ? m.mail_test_subject({ subject }, options) : subject }
}
