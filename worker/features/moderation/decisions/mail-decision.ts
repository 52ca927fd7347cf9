import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx, type System } from '#worker/context.ts'
import type { AuditEntryId, UserId } from '#worker/contracts/ids.ts'
import { AcceptedLocale } from '#worker/contracts/locale.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { first, select } from '#worker/db/statement.ts'
import { createAppealToken } from '#worker/auth/appeal-token.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import { composeDecisionText } from '#worker/features/notifications/copy/decision-copy.ts'
import { createPlainTextFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import {
  decisionColumns,
  decisionsFrom,
  toAnswerPayload,
  toDecisionPayload,
} from './decision-rows.ts'
import { latestEntryId } from '#worker/audit/tell-decision.ts'

const Recipient = v.object({ to: v.string(), locale: AcceptedLocale })

type DecisionMail = v.InferOutput<typeof Recipient> &
  ({ entryId: AuditEntryId } | { subjectId: UserId })

/** To an address whose account is gone, or that never had one. */
export async function queueDecisionMail(
  ctx: Ctx,
  { to, locale, ...about }: DecisionMail,
): Promise<void> {
  const recipient = encrypt(ctx.config.ENCRYPTION_KEY, JSON.stringify({ to, locale }))
  await ctx.send([{ type: 'mail_decision', recipient, ...about }])
}

/** Outside the outbox, whose rows belong to members. The queue retries under one key. */
export async function mailDecision(
  ctx: Ctx<System>,
  message: Extract<QueueMessage, { type: 'mail_decision' }>,
): Promise<void> {
  const { config } = ctx
  const sealed = decrypt(listEncryptionKeys(config), message.recipient)
  const { to, locale } = v.parse(Recipient, JSON.parse(sealed))
  const id =
    'entryId' in message
      ? sql`${message.entryId}`
      : latestEntryId({ subject: 'user', id: message.subjectId, act: 'delete' })
  const { decision } = await read(ctx, {
    decision: first(
      select(decisionColumns, sql`${decisionsFrom} where ${auditEntries.id} = ${id}`),
    ),
  })
  if (!decision) return
  const payload =
    decision.outcome === null ? toDecisionPayload(decision) : toAnswerPayload(decision)
  const format = { timeZone: 'UTC', hourCycle: null, dateFormat: null }
  const words = composeDecisionText(payload, createPlainTextFormatter(locale, format, ctx.now))
  const path = `/appeal/${createAppealToken(config.JWT_SECRET, decision.entryId)}`
  const mail = composeMail({
    to,
    kind: 'moderation_decision',
    locale,
    siteUrl: config.SITE_URL,
    title: words.title,
    text: words.text,
    action: { label: words.action, url: config.SITE_URL + localePath(locale, path) },
  })
  const outcome = await ctx.mail.send(mail, `${payload.act}:${decision.entryId}`)
  if (outcome.kind === 'retry' || outcome.kind === 'wait') throw new Error(outcome.error ?? 'mail')
}
