import type { Ctx, System } from '#worker/context.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import {
  createPlainTextFormatter,
  type ChannelFormatter,
} from '#worker/features/notifications/copy/formatter.ts'
import { localePath } from '#worker/locale/locale.ts'

type Words = { title: string; text: string; action: string; footer?: string }
type NonMemberMail = {
  to: string
  locale: Locale
  kind: 'moderation_decision' | 'report_answer'
  compose: (formatter: ChannelFormatter) => Words
  /** Page behind the action. */
  path: string
  /** Sent again, it is the same mail. */
  key: string
}

/** Outside the outbox, whose rows belong to members. @throws Error that the queue answers by a retry */
export async function mailNonMember(
  ctx: Ctx<System>,
  { to, locale, kind, compose, path, key }: NonMemberMail,
): Promise<void> {
  const siteUrl = ctx.config.SITE_URL
  const format = { timeZone: 'UTC', hourCycle: null, dateFormat: null }
  const { action, ...words } = compose(createPlainTextFormatter(locale, format, ctx.now))
  const link = { label: action, url: siteUrl + localePath(locale, path) }
  const mail = composeMail({ to, kind, locale, siteUrl, ...words, action: link })
  const sent = await ctx.mail.send(mail, key)
  if (sent.kind === 'retry' || sent.kind === 'wait') throw new Error(sent.error ?? 'mail')
}
