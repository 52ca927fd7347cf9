import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { booleanSql } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { insert } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import { mailedLinkStatements, sendSecurityMail, sendAccountMail } from './account-mail.ts'
import { newTokenId } from './account-tokens.ts'
import type { SignupInput } from './contract.ts'
import { assertStrongPassword } from './password-rules.ts'
import { defaultTimeZone } from './settings.ts'
import { assertNotThrottled, recordAttempt, networkLimits, type RateLimit } from './throttle.ts'

const signUpsPerAddress = 20

/** Shared by sign-ups with a password and through a provider. */
export function signUpRateLimit(ctx: Ctx, address: string | undefined): RateLimit {
  return { hourly: networkLimits(ctx, 'signup', address, signUpsPerAddress) }
}

type NewPerson = SignupInput & { language: Locale; address: string | undefined }

type NameKeys = { usernameKey: string; emailKey: string }

const selectAvailability = prepare(({ usernameKey, emailKey }: Params<NameKeys>) =>
  first(
    select(
      {
        isNameTaken: booleanSql(
          sql`exists (select 1 from ${users} where ${users.usernameKey} = ${usernameKey})`,
        ),
        ownerId: sql<UserId | null>`(select ${users.id} from ${users}
          where ${users.emailKey} = ${emailKey})`,
      },
      sql``,
    ),
  ),
)

/**
 * Makes a member and mails the verification link. An e-mail that is already in use answers the same
 * and its owner is told by mail; a taken username is said. Answers the id of the mailed link, or
 * one of no link where the e-mail was in use.
 */
export async function signUp(ctx: Ctx<Visitor>, input: NewPerson): Promise<string> {
  assertStrongPassword(ctx, input.password, { username: input.name, email: input.email })
  const keys = { usernameKey: input.name.toLowerCase(), emailKey: input.email.toLowerCase() }
  const { attempt, existing } = await write(ctx, {
    attempt: recordAttempt(ctx, signUpRateLimit(ctx, input.address)),
    existing: selectAvailability(keys),
  })
  assertNotThrottled(ctx, attempt)
  if (existing?.isNameTaken) throw new AppError('conflict', 'username_taken')
  const passwordHash = await hashPassword(input.password)
  const tokenId = newTokenId()
  if (existing?.ownerId) {
    await notifyOwner(ctx, existing.ownerId)
    return tokenId
  }
  const isCreated = await createMember(ctx, { ...input, ...keys, passwordHash, tokenId })
  // Somebody else took the name or the address meanwhile: asking again tells which.
  return isCreated ? tokenId : signUp(ctx, input)
}

async function notifyOwner(ctx: Ctx, ownerId: UserId): Promise<void> {
  const person = sql`${users.id} = ${ownerId}`
  const { mail } = await write(ctx, {
    mail: sendSecurityMail(ctx, { kind: 'account_exists', person }),
  })
  await sendAccountMail(ctx, mail)
}

type NewMember = NewPerson & NameKeys & { passwordHash: string; tokenId: string }

async function createMember(ctx: Ctx, member: NewMember): Promise<boolean> {
  const { name, email, language, time_zone, usernameKey, emailKey, passwordHash } = member
  const { tokenId, resume } = member
  const { inserted, verification } = await write(ctx, {
    inserted: insert(
      users,
      {
        username: name,
        usernameKey,
        email,
        emailKey,
        passwordHash,
        interfaceLanguage: language,
        timeZone: time_zone ?? defaultTimeZone,
        createdAt: ctx.now,
      },
      { onConflict: sql`do nothing`, returning: { id: users.id } },
    ),
    verification: mailedLinkStatements(ctx, {
      kind: 'verify_email',
      tokenId,
      resume,
      person: sql`changes() = 1 and ${users.usernameKey} = ${usernameKey}
        and ${users.emailKey} = ${emailKey}`,
    }),
  })
  if (inserted.length === 0) return false
  await sendAccountMail(ctx, verification.mail)
  return true
}
