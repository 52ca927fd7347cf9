import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { addTrust, earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { mailLink, sendAccountMail } from './account-mail.ts'
import type { Verification } from './contract.ts'

/** Mails a fresh verification link; nothing happens when the address is verified already. */
export async function resendVerification(ctx: Ctx<Member>): Promise<void> {
  const person = sql`u.id = ${ctx.actor.userId} and u.email_verified_at is null`
  const [, queued] = await write(ctx, mailLink(ctx, { kind: 'verify_email', person }))
  await sendAccountMail(ctx, queued)
}

type TokenRow = {
  id: string
  kind: Verification['kind']
  userId: UserId
  username: string
  email: string
  isOpen: number
  isCurrentEmail: number
  emailVerifiedAt: number | null
}

type Link = TokenRow & { isDone: boolean }

/** What a link is for: nothing, once it is used or no longer true. */
async function findLink(ctx: Ctx<Visitor>, token: string): Promise<Link | undefined> {
  const { db, now } = ctx
  const [[found]] = await read(ctx, [
    rows<TokenRow>(
      db,
      sql`select t.id, t.kind, t.user_id as userId, u.username, t.email,
          t.used_at is null as isOpen, coalesce(u.email = t.email, 0) as isCurrentEmail, u.email_verified_at as emailVerifiedAt
        from account_tokens t join users u on u.id = t.user_id
        where t.hash = ${sha256(token)} and t.kind in ('verify_email', 'change_email')
          and t.expires_at > ${now}`,
    ),
  ])
  if (!found) return undefined
  const isDone = Boolean(found.isCurrentEmail) && found.emailVerifiedAt !== null
  const isOpen = found.isOpen && (found.isCurrentEmail || found.kind === 'change_email')
  return isDone || isOpen ? { ...found, isDone } : undefined
}

/** Whose address a link would confirm, for the page that asks: opening it changes nothing. */
export async function findVerification(
  ctx: Ctx<Visitor>,
  token: string,
): Promise<Verification | undefined> {
  const link = await findLink(ctx, token)
  return link && { kind: link.kind, username: link.username, isDone: link.isDone }
}

/**
 * Marks the address as the person's own; a link that was asked for with a new address makes it
 * theirs. The link works once; using it again is not an error.
 */
export async function verifyEmail(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const found = await findLink(ctx, token)
  if (!found) throw new AppError('invalid', 'bad_verification_token')
  if (found.isDone) return
  const isProved = await prove(ctx, found)
  // Somebody else opened the link or took the address meanwhile: looking again tells which.
  if (!isProved) await verifyEmail(ctx, token)
}

async function prove(ctx: Ctx, { id, userId, kind, email }: TokenRow): Promise<boolean> {
  const { db, now } = ctx
  const emailKey = email.toLowerCase()
  const [proved] = await write(ctx, [
    rows(
      db,
      sql`update users set email = ${email}, email_key = ${emailKey}, email_verified_at = ${now}
        where id = ${userId} and (email = ${email} or ${kind} = 'change_email')
          and exists (select 1 from account_tokens where id = ${id} and used_at is null)
          and not exists (select 1 from users o where o.email_key = ${emailKey} and o.id <> ${userId})
        returning id`,
    ),
    ...emailVerifiedRewards(ctx, userId),
    rows(db, sql`update account_tokens set used_at = ${now} where id = ${id} and used_at is null`),
  ])
  return proved.length === 1
}

/**
 * For whoever has the address and does not know the account: the account loses an address that was
 * never confirmed, and every link that was mailed there is void. The account itself stays, so that
 * a mistyped address costs nobody theirs; nobody else hears of it.
 */
export async function rejectVerification(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const found = await findLink(ctx, token)
  if (!found || found.isDone) throw new AppError('invalid', 'bad_verification_token')
  const { userId, email } = found
  await write(ctx, [
    rows(
      ctx.db,
      sql`update users set email = null, email_key = null
        where id = ${userId} and email = ${email} and email_verified_at is null`,
    ),
    rows(
      ctx.db,
      sql`update account_tokens set used_at = ${ctx.now},
          resumed_at = iif(kind = 'verify_email', resumed_at, ${ctx.now})
        where user_id = ${userId} and email = ${email} and used_at is null`,
    ),
  ])
}

/** What a proved address earns, once. */
export function emailVerifiedRewards(ctx: Ctx, userId: UserId) {
  const when = sql`exists (select 1 from users
    where id = ${userId} and email_verified_at is not null)`
  const fact = { userId, action: 'email_verified', subject: 'email', when } as const
  return [...earnXp(ctx, fact), addTrust(ctx, fact)]
}
