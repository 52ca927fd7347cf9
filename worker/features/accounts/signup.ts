import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, insert } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import {
  buildMailedLinkStatements,
  sendAccountMail,
  sendSecurityMail,
  signupLifetimeMs,
} from './account-mail.ts'
import { createTokenId } from '#worker/auth/mailed-tokens.ts'
import type { SignupInput } from './contract.ts'
import { assertStrongPassword } from './password-rules.ts'
import { countNewAddressMail, isUnverifiedEmail, mayMailAddress } from './new-address-budget.ts'
import { defaultTimeZone } from './settings.ts'
import { acceptedTerms } from './terms.ts'
import {
  assertNotThrottled,
  recordAttempt,
  listNetworkLimits,
  type RateLimit,
} from '#worker/request/attempt-limits.ts'

const signUpsPerAddress = 20

export function signUpRateLimit(ctx: Ctx, address: string | undefined): RateLimit {
  return { hourly: listNetworkLimits(ctx, 'signup', address, signUpsPerAddress) }
}

type SignupDetails = SignupInput & { language: AcceptedLocale; address: string | undefined }

const selectName = prepare(({ usernameKey }: Params<{ usernameKey: string }>) =>
  selectFirst({ id: users.id }, sql`from ${users} where ${users.usernameKey} = ${usernameKey}`),
)

/**
 * An e-mail in use answers the same, reserves the name for as long, and mails its owner.
 * Answers the id of the mailed link, or one of no link.
 */
export async function signUp(ctx: Ctx<Visitor>, input: SignupDetails): Promise<string> {
  assertStrongPassword(ctx, input.password, { username: input.name, email: input.email })
  const usernameKey = input.name.toLowerCase()
  const { attempt, taken } = await write(ctx, {
    attempt: recordAttempt(ctx, signUpRateLimit(ctx, input.address)),
    taken: selectName({ usernameKey }),
  })
  assertNotThrottled(ctx, attempt)
  const passwordHash = await hashPassword(input.password)
  const tokenId = createTokenId()
  const isCreated =
    !taken && (await createMember(ctx, { ...input, usernameKey, passwordHash, tokenId }))
  if (!isCreated) throw new AppError('conflict', 'username_taken')
  return tokenId
}

type NewMember = SignupDetails & { usernameKey: string; passwordHash: string; tokenId: string }

const owner = alias(users, 'owner')
const reserved = alias(users, 'reserved')

/** Runs the same statements for an address in use, whose row holds nothing but the name. */
async function createMember(ctx: Ctx, member: NewMember): Promise<boolean> {
  const { name, email, language, time_zone, usernameKey, passwordHash, tokenId, resume } = member
  const emailKey = email.toLowerCase()
  const signupExpiresAt = ctx.now + signupLifetimeMs
  const isInUse = sql`exists (select 1 from ${owner} where ${owner.emailKey} = ${emailKey})`
  const unlessInUse = (value: string) => sql<string | null>`iif(${isInUse}, null, ${value})`
  const inserted = insert(
    users,
    {
      username: name,
      usernameKey,
      email: unlessInUse(email),
      emailKey: unlessInUse(emailKey),
      passwordHash: unlessInUse(passwordHash),
      signupExpiresAt,
      interfaceLanguage: language,
      timeZone: time_zone ?? defaultTimeZone,
      ...acceptedTerms(ctx.now),
      createdAt: ctx.now,
    },
    { onConflict: sql`do nothing` },
  )
  const verification = buildMailedLinkStatements(ctx, {
    kind: 'verify_email',
    tokenId,
    resume,
    person: sql`${users.usernameKey} = ${usernameKey} and ${users.emailKey} = ${emailKey}`,
  })
  const ownerMail = sendSecurityMail(ctx, {
    kind: 'account_exists',
    person: sql`${users.emailKey} = ${emailKey} and exists (select 1 from ${reserved}
      where ${reserved.usernameKey} = ${usernameKey} and ${reserved.emailKey} is null
        and ${reserved.signupExpiresAt} = ${signupExpiresAt}) and ${mayMailAddress(ctx)}`,
  })
  const counted = countNewAddressMail(ctx, isUnverifiedEmail(emailKey))
  const { created } = await write(ctx, {
    created: afterChange(inserted, {
      verification,
      ownerMail: afterChange(ownerMail, { counted }),
    }),
  })
  if (!created.hasChanged) return false
  await sendAccountMail(ctx, created.verification.mail.result, created.ownerMail.result)
  return true
}
