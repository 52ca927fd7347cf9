import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import { mailLink, sendSecurityMail, sendAccountMail } from './account-mail.ts'
import { newTokenId } from './account-tokens.ts'
import type { SignupInput } from './contract.ts'
import { assertStrongPassword } from './password-rules.ts'
import { defaultTimeZone } from './settings.ts'
import { assertNotThrottled, recordAttempt, limitByAddress, type RateLimit } from './throttle.ts'

const signUpsPerAddress = 20

/** One for all who sign up, be it with a password or through a provider. */
export function signUpLimit(ctx: Ctx, address: string | undefined): RateLimit {
  return limitByAddress(ctx, 'signup', address, signUpsPerAddress)
}

/** With the language that mails and pages begin in, and the address it comes from. */
type NewPerson = SignupInput & { language: Locale; address: string | undefined }

/**
 * Makes a member and mails the verification link. An e-mail that is already in use answers the same
 * and its owner is told by mail; a taken username is said. Answers the id of the mailed link, or
 * one of no link where the e-mail was in use.
 */
export async function signUp(ctx: Ctx<Visitor>, input: NewPerson): Promise<string> {
  assertStrongPassword(ctx, input.password, { username: input.name, email: input.email })
  const usernameKey = input.name.toLowerCase()
  const emailKey = input.email.toLowerCase()
  const [[opening], , [found]] = await write(ctx, [
    ...recordAttempt(ctx, signUpLimit(ctx, input.address)),
    rows<{ isNameTaken: number; ownerId: UserId | null }>(
      ctx.db,
      sql`select exists (select 1 from users where username_key = ${usernameKey}) as isNameTaken,
        (select id from users where email_key = ${emailKey}) as ownerId`,
    ),
  ])
  assertNotThrottled(ctx, opening)
  if (found?.isNameTaken) throw new AppError('conflict', 'username_taken')
  const passwordHash = await hashPassword(input.password)
  const tokenId = newTokenId()
  if (found?.ownerId) {
    await tellOwner(ctx, found.ownerId)
    return tokenId
  }
  const member = { ...input, usernameKey, emailKey, passwordHash, tokenId }
  const isMade = await createMember(ctx, member)
  // Somebody else took the name or the address meanwhile: asking again tells which.
  return isMade ? tokenId : signUp(ctx, input)
}

async function tellOwner(ctx: Ctx, ownerId: UserId): Promise<void> {
  const notice = sendSecurityMail(ctx, { kind: 'account_exists', person: sql`u.id = ${ownerId}` })
  const [queued] = await write(ctx, [notice])
  await sendAccountMail(ctx, queued)
}

type NewMember = NewPerson & {
  usernameKey: string
  emailKey: string
  passwordHash: string
  tokenId: string
}

async function createMember(ctx: Ctx, member: NewMember): Promise<boolean> {
  const { db, now } = ctx
  const { usernameKey, emailKey, tokenId, resume } = member
  const [inserted, , queued] = await write(ctx, [
    rows(
      db,
      sql`insert into users (username, username_key, email, email_key, password_hash, interface_language,
          timezone_name, created_at)
        values (${member.name}, ${usernameKey}, ${member.email}, ${emailKey},
          ${member.passwordHash}, ${member.language}, ${member.time_zone ?? defaultTimeZone}, ${now})
        on conflict do nothing returning id`,
    ),
    ...mailLink(ctx, {
      kind: 'verify_email',
      tokenId,
      resume,
      person: sql`changes() = 1 and u.username_key = ${usernameKey} and u.email_key = ${emailKey}`,
    }),
  ])
  if (inserted.length === 0) return false
  await sendAccountMail(ctx, queued)
  return true
}
