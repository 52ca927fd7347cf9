import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { deactivationId } from '#worker/auth/inactive-account.ts'
import {
  assertActiveAccount,
  recordRefusedSignIn,
} from '#worker/features/accounts/refused-sign-in.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword, needsRehash, verifyPassword } from '#worker/auth/crypto.ts'
import type { LoginInput, TokensView } from './contract.ts'
import { findKnownDevice, createDeviceToken } from './known-device.ts'
import { sessionHolderColumns, openSession } from './sessions.ts'
import {
  assertNotThrottled,
  hashIdentifier,
  deleteAttempts,
  listNetworkLimits,
  recordAttempt,
  clearAttempts,
  type RateLimit,
} from '#worker/request/attempt-limits.ts'

const failuresPerAddress = 30
/** From all addresses together. An account has two names, so that it meets a hundred. */
const failuresPerName = 50

/**
 * A known device is counted by itself, so that nobody locks its owner out. Names count as typed,
 * whether anybody's or not, so that no counter tells which exist. The count is in the batch that
 * reads the member, before the expensive hash: parallel requests cannot pass the limit.
 */
function buildLoginRateLimit(
  ctx: Ctx,
  nameKey: string,
  { address, deviceToken }: LoginClient,
): RateLimit {
  const device = findKnownDevice(ctx, deviceToken, nameKey)
  if (device) return { guard: `device:${hashIdentifier(ctx, device)}`, hourly: [] }
  const name = hashIdentifier(ctx, nameKey)
  const addressHash = address && hashIdentifier(ctx, address)
  return {
    guard: `pair:${name}:${addressHash ?? 'local'}`,
    hourly: [
      { subject: `name:${name}`, limit: failuresPerName },
      ...listNetworkLimits(ctx, 'address', address, failuresPerAddress),
    ],
  }
}

/** Under both names of an account: a reset password opens it to its owner again. */
export function clearLoginFailures(
  ctx: Ctx,
  { usernameKey, emailKey }: UserNameKeys,
  when = sql`true`,
) {
  const names = [usernameKey, ...(emailKey ? [emailKey] : [])].map((key) =>
    hashIdentifier(ctx, key),
  )
  return names.flatMap((name) => [
    deleteAttempts(`name:${name}`, when),
    deleteAttempts(`pair:${name}:`, when),
  ])
}

type LoginClient = ClientInfo & { deviceToken: string | undefined }
type UserNameKeys = { usernameKey: string; emailKey: string | null }

const selectCandidate = prepare(({ name }: Params<{ name: string }>) =>
  selectFirst(
    {
      ...sessionHolderColumns,
      usernameKey: users.usernameKey,
      emailKey: users.emailKey,
      passwordHash: users.passwordHash,
      isActive: users.isActive,
      deactivationId,
      isProved: booleanSql(sql`${users.signupExpiresAt} is null`),
    },
    sql`from ${users} where ${users.usernameKey} = ${name} or ${users.emailKey} = ${name}
        order by ${users.usernameKey} = ${name} desc limit 1`,
  ),
)
type LoginCandidate = NonNullable<ResultOf<ReturnType<typeof selectCandidate>>>

/** A failure is two writes and one hash in any case, so that its time tells of no account. */
export async function logIn(
  ctx: Ctx<Visitor>,
  { username, password }: LoginInput,
  client: LoginClient,
): Promise<{ tokens: TokensView; deviceToken: string }> {
  const name = username.toLowerCase()
  const rateLimit = buildLoginRateLimit(ctx, name, client)
  const { attempt, person } = await write(ctx, {
    attempt: recordAttempt(ctx, rateLimit),
    person: selectCandidate({ name }),
  })
  assertNotThrottled(ctx, attempt)
  const isRight = await verifyPassword(password, person?.passwordHash ?? null)
  if (!person?.isProved || !isRight) {
    const userId = person?.userId ?? null
    await recordRefusedSignIn(ctx, client, { userId, detail: 'bad_credentials' })
    throw new AppError('unauthenticated', 'bad_credentials')
  }
  await assertActiveAccount(ctx, client, person)
  const tokens = await openSession(ctx, person, { ...client, method: 'password' }, [
    ...clearAttempts(ctx, rateLimit),
    ...(await upgradePasswordHash(person, password)),
  ])
  return { tokens, deviceToken: createDeviceToken(ctx, person) }
}

type PasswordHashUpgrade = { id: UserId; before: string; after: string }

const replaceHash = prepare(({ id, before, after }: Params<PasswordHashUpgrade>) =>
  update(
    users,
    { passwordHash: after },
    { where: sql`${users.id} = ${id} and ${users.passwordHash} = ${before}` },
  ),
)

async function upgradePasswordHash(person: LoginCandidate, password: string): Promise<Statement[]> {
  const { userId, passwordHash } = person
  if (!passwordHash || !needsRehash(passwordHash)) return []
  const after = await hashPassword(password)
  return [replaceHash({ id: userId, before: passwordHash, after })]
}
