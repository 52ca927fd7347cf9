import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { DeliveryId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { AccountMailKind } from '#worker/features/notifications/kinds.ts'
import { newAccountToken } from './account-tokens.ts'
import { type Resume } from './contract.ts'
import { toResumeColumns } from './resume.ts'

const hourMs = 3_600_000
const lifetimesMs = {
  verify_email: 24 * hourMs,
  change_email: 24 * hourMs,
  reset_password: hourMs,
  delete_account: hourMs,
} satisfies Partial<Record<AccountMailKind, number>>
export type LinkKind = keyof typeof lifetimesMs

/** A person is sent no more links of a kind than this in an hour, however often they are asked for. */
const linksPerHour = 5

type QueuedMail = { id: DeliveryId }

type Link = {
  kind: LinkKind
  /** Picks the person: a condition on `users u`. */
  person: SQL
  /** Where to, when not to the person's own address. */
  to?: string
  /** Also when the account is deactivated. */
  isForInactive?: boolean
  tokenId?: string
  /** The action that continues after signing in. */
  resume?: Resume | null
}

/** Makes a single-use link and mails it to the person, whose account is active unless said otherwise. */
export function mailLink(
  { db, now, config }: Ctx,
  { kind, person, to, isForInactive = false, tokenId, resume = null }: Link,
): readonly [Statement, Statement<QueuedMail[]>] {
  const { id, token } = newAccountToken(config.JWT_SECRET, tokenId)
  const { returnPath, pendingAction } = toResumeColumns(resume)
  const expiresAt = now + lifetimesMs[kind]
  const payload = JSON.stringify({ token_id: id, to })
  return [
    rows(
      db,
      sql`insert into account_tokens (id, user_id, kind, hash, email, created_at, expires_at,
          return_path, pending_action)
        select ${id}, u.id, ${kind}, ${sha256(token)}, coalesce(${to ?? null}, u.email), ${now}, ${expiresAt},
          ${returnPath}, ${pendingAction}
        from users u where ${person} and (u.is_active = 1 or ${Number(isForInactive)})
          and coalesce(${to ?? null}, u.email) is not null
          and (select count(*) from account_tokens t where t.user_id = u.id and t.kind = ${kind}
            and t.created_at > ${now - hourMs}) < ${linksPerHour}`,
    ),
    rows<QueuedMail>(
      db,
      sql`insert into deliveries (key, user_id, channel, kind, payload, status, next_at, deadline_at, created_at)
        select ${`${kind}:${id}`}, user_id, 'email', ${kind}, ${payload}, 'pending', ${now}, ${expiresAt}, ${now}
        from account_tokens where id = ${id} returning id`,
    ),
  ]
}

type Notice = {
  kind: Exclude<AccountMailKind, LinkKind>
  /** Picks the person: a condition on `users u`. */
  person: SQL
  /** The person hears of it once under this key; without one, once an hour. */
  key?: string
  /** Where to, when it must not follow the person to another address. */
  to?: string | null
  /** What else the mail is to say. */
  facts?: Record<string, unknown>
}

/** Tells a person at their own address what happened to the account. */
export function sendSecurityMail(
  { db, now }: Ctx,
  { kind, person, key = String(Math.floor(now / hourMs)), to, facts }: Notice,
): Statement<QueuedMail[]> {
  return rows<QueuedMail>(
    db,
    sql`insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
      select ${`${kind}:${key}`}, u.id, 'email', ${kind}, ${JSON.stringify({ to, ...facts })}, 'pending', ${now}, ${now}
      from users u where ${person} and u.email is not null
      on conflict do nothing returning id`,
  )
}

/**
 * Revokes mailed links and the sign-up ticket when the password changes. Pending actions are dropped
 * with all links but the opened one: anybody may have requested them.
 */
export function revokeMailedLinks(
  { db, now }: Ctx,
  userId: UserId,
  opened: string | null = null,
): Statement {
  return rows(
    db,
    sql`update account_tokens set continued_at = coalesce(continued_at, ${now}),
        used_at = iif(kind = 'verify_email', used_at, coalesce(used_at, ${now})),
        resumed_at = iif(id is ${opened}, resumed_at, coalesce(resumed_at, ${now}))
      where user_id = ${userId}`,
  )
}

/**
 * Account mail does not wait for the minute job. The message leaves even when there is nobody to
 * write to, so that time does not tell whether there was.
 */
export function sendAccountMail(ctx: Ctx, ...queued: QueuedMail[][]): Promise<void> {
  return ctx.send([{ type: 'deliver', ids: queued.flat().map(({ id }) => id) }])
}
