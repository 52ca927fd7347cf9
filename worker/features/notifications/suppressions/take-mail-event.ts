import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { mailSuppressions } from '#worker/db/schema/notifications.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import type { MailProblemReason } from '#worker/features/notifications/contract.ts'
import { AppError } from '#worker/api/errors.ts'
import { equalsInConstantTime, hmacSha256 } from '#worker/auth/crypto.ts'
import {
  isWebhookSignatureValid,
  type SignedCall,
} from '#worker/integrations/mail/webhook-signature.ts'
import type { BrevoEventInput, MailEventInput } from './contract.ts'

function findMailProblemReason({ type, data }: MailEventInput): MailProblemReason | undefined {
  if (type === 'email.complained') return 'complaint'
  const isFinal = (data.bounce?.type ?? 'Permanent') === 'Permanent'
  return type === 'email.bounced' && isFinal ? 'bounce' : undefined
}

type MailProblem = { address: string; reason: MailProblemReason; at: number }

/** Ignores events of before the address was confirmed anew; no bounce replaces a complaint. */
function suppressAddress({ config }: Ctx, { address, reason, at }: MailProblem): Statement {
  const emailKey = address.toLowerCase()
  const { userId, reason: known, at: since, clearedAt } = mailSuppressions
  return insert(
    mailSuppressions,
    {
      addressHash: hmacSha256(config.JWT_SECRET, `mail-suppression:${emailKey}`),
      userId: sql<UserId | null>`(select ${users.id} from ${users} where ${users.emailKey} = ${emailKey})`,
      reason,
      at,
    },
    {
      onConflict: sql`do update set ${buildSetSql(mailSuppressions, {
        userId: excluded(userId),
        reason: sql<MailProblemReason>`iif(${clearedAt} is null and ${known} = 'complaint', 'complaint', ${excluded(known)})`,
        at: excluded(since),
        clearedAt: null,
      })} where ${excluded(since)} > coalesce(${clearedAt}, ${since})`,
    },
  )
}

/** `Name <address>` or the address alone. */
function parseMailAddress(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim()
}

/** @throws AppError `route_not_found` without a secret, `forbidden` for an unsigned call */
export async function takeMailEvent(
  ctx: Ctx<Visitor>,
  call: SignedCall,
  event: MailEventInput,
): Promise<void> {
  const secret = ctx.config.MAIL_WEBHOOK_SECRET
  if (!secret) throw new AppError('not_found', 'route_not_found')
  if (!isWebhookSignatureValid(secret, call, ctx.now)) throw new AppError('forbidden', 'forbidden')
  const reason = findMailProblemReason(event)
  if (!reason || event.data.to.length === 0) return
  const at = toPastInstant(ctx, Date.parse(event.created_at))
  await write(
    ctx,
    event.data.to.map((recipient) =>
      suppressAddress(ctx, { address: parseMailAddress(recipient), reason, at }),
    ),
  )
}

function toPastInstant({ now }: Ctx, told: number): number {
  return Number.isFinite(told) ? Math.min(told, now) : now
}

const brevoReasons = new Map<string, MailProblemReason>([
  ['hard_bounce', 'bounce'],
  ['invalid_email', 'bounce'],
  ['spam', 'complaint'],
  ['complaint', 'complaint'],
])

/** @throws AppError `route_not_found` without a token, `forbidden` for a call without it */
export async function takeBrevoEvent(
  ctx: Ctx<Visitor>,
  authorization: string,
  { event, email, ts_event = Number.NaN }: BrevoEventInput,
): Promise<void> {
  const token = ctx.config.BREVO_WEBHOOK_TOKEN
  if (!token) throw new AppError('not_found', 'route_not_found')
  if (!equalsInConstantTime(authorization, `Bearer ${token}`)) {
    throw new AppError('forbidden', 'forbidden')
  }
  const reason = brevoReasons.get(event)
  if (!reason) return
  const at = toPastInstant(ctx, ts_event * 1000)
  await write(ctx, [suppressAddress(ctx, { address: parseMailAddress(email), reason, at })])
}
