import { is, sql, SQL } from 'drizzle-orm'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { Ctx, Member } from '#worker/context.ts'
import type { AccountChange } from '#worker/contracts/enumerations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { accountTokens, users } from '#worker/db/schema/accounts.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, insert } from '#worker/db/writes.ts'
import { deriveKeyId, sha256 } from '#worker/auth/crypto.ts'
import { queuedColumns, sendQueuedDeliveries, type QueuedDelivery } from '#worker/outbox/lanes.ts'
import type { AccountMailKind } from '#worker/features/notifications/kinds.ts'
import { createAccountToken } from '#worker/auth/mailed-tokens.ts'
import { type ResumePoint } from './contract.ts'
import { countNewAddressMail, mayMailAddress } from './new-address-budget.ts'
import { toResumePointColumns } from './resume.ts'
import { alwaysTrue, endLinkRights } from './link-rights.ts'

const lifetimesMs = {
  verify_email: 24 * hourMs,
  change_email: 24 * hourMs,
  reset_password: hourMs,
  delete_account: hourMs,
  first_passkey: hourMs,
  confirm_marketing: 30 * dayMs,
} satisfies Partial<Record<AccountMailKind | 'first_passkey', number>>
export const signupLifetimeMs = lifetimesMs.verify_email
export type MailedLinkKind = keyof typeof lifetimesMs

/** Per person and kind. */
const linksPerHour = 5

const recent = alias(accountTokens, 'recent')

type LinkMailRequest = {
  kind: MailedLinkKind
  /** A condition on `users`. */
  person: SQL
  /** Instead of the person's own address. */
  to?: string
  isForInactive?: boolean
  tokenId?: string
  resume?: ResumePoint | null
}

/** Within the budget of new addresses. */
export function buildMailedLinkStatements(
  ctx: Ctx,
  { kind, person, to, isForInactive = false, tokenId, resume = null }: LinkMailRequest,
) {
  const { now, config } = ctx
  const { id, token } = createAccountToken(config.JWT_SECRET, tokenId)
  const expiresAt = now + lifetimesMs[kind]
  const payload = { token_id: id, key: deriveKeyId(config.JWT_SECRET), to }
  const email = sql<string>`coalesce(${to ?? null}, ${users.email})`
  const isProved = sql`(${to === undefined ? 1 : 0} and exists (select 1 from ${users}
    join ${accountTokens} on ${accountTokens.userId} = ${users.id}
    where ${accountTokens.id} = ${id} and ${users.emailVerifiedAt} is not null))`
  return inOrder({
    link: insert(
      accountTokens,
      {
        id,
        userId: users.id,
        kind,
        hash: sha256(token),
        email,
        createdAt: now,
        expiresAt,
        ...toResumePointColumns(resume),
      },
      {
        from: sql`${users}`,
        where: sql`${person} and (${users.isActive} = 1 or ${Number(isForInactive)})
          and ${email} is not null and (select count(*) from ${recent}
            where ${recent.userId} = ${users.id} and ${recent.kind} = ${kind}
              and ${recent.createdAt} > ${now - hourMs}) < ${linksPerHour}`,
      },
    ),
    mail: afterChange(
      insert(
        deliveries,
        {
          key: `${kind}:${id}`,
          userId: accountTokens.userId,
          channel: 'email',
          kind: kind === 'first_passkey' ? 'sign_in_method_changed' : kind,
          payload: kind === 'first_passkey' ? { ...payload, link: kind } : payload,
          status: 'pending',
          nextAt: now,
          deadlineAt: expiresAt,
          createdAt: now,
        },
        {
          from: sql`${accountTokens}`,
          where: sql`${accountTokens.id} = ${id} and ${mayMailAddress(ctx, isProved)}`,
          returning: queuedColumns,
        },
      ),
      { counted: countNewAddressMail(ctx, sql`not ${isProved}`) },
    ),
  })
}

type SecurityMail = {
  kind: Exclude<AccountMailKind, MailedLinkKind>
  person: SQL
  /** The person hears of it once under this key; without one, once an hour. */
  key?: SQL | string
  /** Where to, when it must not follow the person to another address. */
  to?: string | null
  /** An expression yields it as JSON, and may read the person. */
  details?: SQL<Record<string, unknown>> | Record<string, unknown>
}

export function sendSecurityMail(
  { now }: Ctx,
  { kind, person, key = String(Math.floor(now / hourMs)), to, details }: SecurityMail,
): Statement<QueuedDelivery[]> {
  return insert(
    deliveries,
    {
      key: is(key, SQL) ? (key as SQL<string>) : `${kind}:${key}`,
      userId: users.id,
      channel: 'email',
      kind,
      payload: is(details, SQL) ? details : { to, ...details },
      status: 'pending',
      nextAt: now,
      createdAt: now,
    },
    {
      from: sql`${users}`,
      where: sql`${person} and ${users.email} is not null`,
      onConflict: sql`do nothing`,
      returning: queuedColumns,
    },
  )
}

/** Tells the member; `key` names the change. */
export function sendSignInChangeMail(ctx: Ctx<Member>, key: string, change?: AccountChange) {
  const person = sql`${users.id} = ${ctx.actor.userId}`
  return sendSecurityMail(ctx, { kind: 'sign_in_method_changed', person, key, details: { change } })
}

type LinkRevocation = { userId: UserId; opened: string | null; now: number }

const revokeLinks = prepare(({ userId, opened, now }: Params<LinkRevocation>) =>
  endLinkRights(
    {
      act: sql`${accountTokens.kind} <> 'verify_email'`,
      continuation: alwaysTrue,
      resumption: sql`${accountTokens.id} is not ${opened}`,
    },
    sql`${accountTokens.userId} = ${userId}`,
    now,
  ),
)

/** Pending actions go with all links but the opened one: anybody may have requested them. */
export function revokeMailedLinks(
  { now }: Ctx,
  userId: UserId,
  opened: string | null = null,
): Statement {
  return revokeLinks({ userId, opened, now })
}

/** Sends even with nobody to write to, so that time does not tell whether there was. */
export function sendAccountMail(ctx: Ctx, ...queued: QueuedDelivery[][]): Promise<void> {
  return sendQueuedDeliveries(ctx, queued.flat(), ['account'])
}
