import { sql } from 'drizzle-orm'
import { read, type Ctx, type System } from '#worker/context.ts'
import type { AuditEntryId, UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { createAppealToken } from '#worker/auth/appeal-token.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import { latestEntryId } from '#worker/audit/tell-decision.ts'
import { mailNonMember } from '#worker/features/moderation/mail-non-member.ts'
import { composeDecisionText } from '#worker/features/notifications/copy/decision-copy.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { decisionColumns, decisionsFrom, toAnswerPayload } from './decision-rows.ts'

type DecisionMail = { to: string; locale: Locale } & (
  { entryId: AuditEntryId } | { subjectId: UserId }
)

/** To an address whose account is gone, or that never had one. */
export async function queueDecisionMail(ctx: Ctx, { to, ...about }: DecisionMail): Promise<void> {
  const recipient = encrypt(ctx.config.ENCRYPTION_KEY, to)
  await ctx.send([{ type: 'mail_decision', recipient, ...about }])
}

export async function mailDecision(
  ctx: Ctx<System>,
  message: Extract<QueueMessage, { type: 'mail_decision' }>,
): Promise<void> {
  const { config } = ctx
  const id =
    'entryId' in message
      ? sql`${message.entryId}`
      : latestEntryId({ subject: 'user', id: message.subjectId, act: 'delete' })
  const { decision } = await read(ctx, {
    decision: selectFirst(decisionColumns, sql`${decisionsFrom} where ${auditEntries.id} = ${id}`),
  })
  if (!decision) return
  const { entry, outcome } = decision
  const told = outcome === null ? decision : toAnswerPayload(decision, decision)
  await mailNonMember(ctx, {
    to: decrypt(listEncryptionKeys(config), message.recipient),
    locale: message.locale,
    kind: 'moderation_decision',
    compose: (formatter) => composeDecisionText(told, formatter),
    path: `/appeal/${createAppealToken(config.JWT_SECRET, entry)}`,
    key: `${told.act}:${entry}`,
  })
}
