import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import type { DeliveryId, Locale, UserId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { addTrust, earnXp } from '#worker/features/progress/ledger.ts'
import { AppError } from '#worker/http/errors.ts'
import { hashPassword, sha256 } from '#worker/platform/crypto.ts'
import { newAccountToken } from './account-tokens.ts'
import type { SignupInput } from './contract.ts'

const verifyMs = 24 * 3_600_000
/** A person is sent no more links than this in an hour, however often they are asked for. */
const linksPerHour = 5

/** With the language that mails and pages begin in. */
type NewPerson = SignupInput & { language: Locale }

/**
 * Makes a member and mails the verification link. An e-mail that is already in use answers the same
 * and its owner is told by mail; a taken username is said.
 */
export async function signUp(ctx: Ctx<Visitor>, input: NewPerson): Promise<void> {
  const usernameKey = input.name.toLowerCase()
  const emailKey = input.email.toLowerCase()
  const [[found], passwordHash] = await Promise.all([
    read(ctx, [
      rows<{ isNameTaken: number; ownerId: UserId | null }>(
        ctx.db,
        sql`select exists (select 1 from users where username_key = ${usernameKey}) as isNameTaken,
          (select id from users where email_key = ${emailKey}) as ownerId`,
      ),
    ]).then(([rows]) => rows),
    hashPassword(input.password),
  ])
  if (found?.isNameTaken) throw new AppError('conflict', 'username_taken')
  if (found?.ownerId) return tellOwner(ctx, found.ownerId)
  const isMade = await createMember(ctx, { ...input, usernameKey, emailKey, passwordHash })
  // Somebody else took the name or the address meanwhile: asking again tells which.
  if (!isMade) await signUp(ctx, input)
}

type NewMember = NewPerson & { usernameKey: string; emailKey: string; passwordHash: string }

async function createMember(ctx: Ctx, member: NewMember): Promise<boolean> {
  const { db, now } = ctx
  const [inserted, , deliveries] = await write(ctx, [
    rows(
      db,
      sql`insert into users (username, username_key, email, email_key, password_hash, interface_language, created_at)
        values (${member.name}, ${member.usernameKey}, ${member.email}, ${member.emailKey},
          ${member.passwordHash}, ${member.language}, ${now})
        on conflict do nothing returning id`,
    ),
    ...verificationStatements(
      ctx,
      sql`(select id from users where username_key = ${member.usernameKey}
        and email_key = ${member.emailKey} and created_at = ${now})`,
      member.email,
    ),
  ])
  await sendNow(ctx, deliveries)
  return inserted.length === 1
}

function verificationStatements(ctx: Ctx, userId: ReturnType<typeof sql>, email: string) {
  const { db, now } = ctx
  const { id, token } = newAccountToken(ctx.config.JWT_SECRET)
  return [
    rows(
      db,
      sql`insert into account_tokens (id, user_id, kind, hash, email, created_at, expires_at)
        select ${id}, id, 'verify_email', ${sha256(token)}, ${email}, ${now}, ${now + verifyMs}
        from users where id = ${userId} and (select count(*) from account_tokens
          where user_id = users.id and created_at > ${now - 3_600_000}) < ${linksPerHour}`,
    ),
    rows<{ id: DeliveryId }>(
      db,
      sql`insert into deliveries (key, user_id, channel, kind, payload, status, next_at, deadline_at, created_at)
        select ${`verify_email:${id}`}, user_id, 'email', 'verify_email', ${JSON.stringify({ token_id: id })},
          'pending', ${now}, ${now + verifyMs}, ${now} from account_tokens where id = ${id}
        returning id`,
    ),
  ] as const
}

/** Account mail does not wait for the minute job. */
function sendNow(ctx: Ctx, deliveries: { id: DeliveryId }[]): Promise<void> {
  const ids = deliveries.map(({ id }) => id)
  return ids.length === 0 ? Promise.resolve() : ctx.send([{ type: 'deliver', ids }])
}

async function tellOwner(ctx: Ctx, ownerId: UserId): Promise<void> {
  const { db, now } = ctx
  const hour = Math.floor(now / 3_600_000)
  const [deliveries] = await write(ctx, [
    rows<{ id: DeliveryId }>(
      db,
      sql`insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
        values (${`account_exists:${ownerId}:${hour}`}, ${ownerId}, 'email', 'account_exists', '{}',
          'pending', ${now}, ${now}) on conflict do nothing returning id`,
    ),
  ])
  await sendNow(ctx, deliveries)
}

/** Mails a fresh verification link; nothing happens when the address is verified already. */
export async function resendVerification(ctx: Ctx<Member>): Promise<void> {
  const { userId } = ctx.actor
  const [[person]] = await read(ctx, [
    rows<{ email: string | null; emailVerifiedAt: number | null }>(
      ctx.db,
      sql`select email, email_verified_at as emailVerifiedAt from users where id = ${userId}`,
    ),
  ])
  if (!person?.email || person.emailVerifiedAt !== null) return
  const [, deliveries] = await write(ctx, verificationStatements(ctx, sql`${userId}`, person.email))
  await sendNow(ctx, deliveries)
}

type TokenRow = {
  id: string
  userId: UserId
  isOpen: number
  isCurrentEmail: number
  emailVerifiedAt: number | null
}

/** Marks the address as the person's own. The link works once; opening it again is not an error. */
export async function verifyEmail(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const { db, now } = ctx
  const [[found]] = await read(ctx, [
    rows<TokenRow>(
      db,
      sql`select t.id, t.user_id as userId, t.used_at is null as isOpen,
          u.email = t.email as isCurrentEmail, u.email_verified_at as emailVerifiedAt
        from account_tokens t join users u on u.id = t.user_id
        where t.hash = ${sha256(token)} and t.kind = 'verify_email' and t.expires_at > ${now}`,
    ),
  ])
  if (!found?.isCurrentEmail) throw new AppError('invalid', 'bad_verification_token')
  if (found.emailVerifiedAt !== null) return
  if (!found.isOpen) throw new AppError('invalid', 'bad_verification_token')
  const fact = { userId: found.userId, action: 'email_verified', subject: 'email' } as const
  await write(ctx, [
    rows(
      db,
      sql`update account_tokens set used_at = ${now} where id = ${found.id} and used_at is null`,
    ),
    rows(
      db,
      sql`update users set email_verified_at = ${now} where id = ${found.userId}
        and email_verified_at is null
        and exists (select 1 from account_tokens where id = ${found.id} and used_at = ${now})`,
    ),
    earnXp(ctx, fact),
    addTrust(ctx, fact),
  ])
}
