import { sql } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword, needsRehash, verifyPassword } from '#worker/auth/crypto.ts'
import type { LoginInput, TokensView } from './contract.ts'
import { findKnownDevice, newDeviceToken } from './known-device.ts'
import { openSession, type SessionHolder } from './sessions.ts'
import {
  assertNotThrottled,
  hashIdentifier,
  deleteAttempts,
  recordAttempt,
  clearAttempts,
  type RateLimit,
} from './throttle.ts'

const failuresPerAddress = 30
/** From all addresses together. An account has two names, so that it meets a hundred. */
const failuresPerName = 50

/**
 * A device that the account knows is counted by itself, whatever others do. Everything is kept by
 * the name as typed, whether it is anybody's or not, so that no counter tells which names are.
 */
function rateLimitOf(ctx: Ctx, nameKey: string, { address, deviceMark }: LoginClient): RateLimit {
  const device = findKnownDevice(ctx, deviceMark, nameKey)
  if (device) return { guard: `device:${hashIdentifier(ctx, device)}`, hourly: [] }
  const name = hashIdentifier(ctx, nameKey)
  const place = address && hashIdentifier(ctx, address)
  return {
    guard: `pair:${name}:${place ?? 'local'}`,
    hourly: [
      { subject: `name:${name}`, limit: failuresPerName },
      ...(place ? [{ subject: `address:${place}`, limit: failuresPerAddress }] : []),
    ],
  }
}

/** Forgets the failures under both names of an account: a reset password opens it to its owner again. */
export function clearLoginFailures(ctx: Ctx, { usernameKey, emailKey }: Names, when = sql`true`) {
  const names = [usernameKey, ...(emailKey ? [emailKey] : [])].map((key) =>
    hashIdentifier(ctx, key),
  )
  return names.flatMap((name) => [
    deleteAttempts(ctx, `name:${name}`, when),
    deleteAttempts(ctx, `pair:${name}:`, when),
  ])
}

type LoginClient = ClientInfo & { deviceMark: string | undefined }
type Names = { usernameKey: string; emailKey: string | null }
type Candidate = SessionHolder & Names & { passwordHash: string | null; isActive: number }

/**
 * Username or e-mail and password. An unknown name and a wrong password answer alike, in the same
 * time: a failure is one write and one hash in either case.
 */
export async function logIn(
  ctx: Ctx<Visitor>,
  { username, password }: LoginInput,
  client: LoginClient,
): Promise<{ tokens: TokensView; deviceMark: string }> {
  const key = username.toLowerCase()
  const rateLimit = rateLimitOf(ctx, key, client)
  const [[opening], , [person]] = await write(ctx, [
    ...recordAttempt(ctx, rateLimit),
    rows<Candidate>(
      ctx.db,
      sql`select id as userId, username_key as usernameKey, email_key as emailKey,
          password_hash as passwordHash, is_active as isActive, role,
          exists (select 1 from streamers where user_id = users.id) as isStreamer
        from users where username_key = ${key} or email_key = ${key}
        order by username_key = ${key} desc limit 1`,
    ),
  ])
  assertNotThrottled(ctx, opening)
  const isRight = await verifyPassword(password, person?.passwordHash ?? null)
  if (!person || !isRight) throw new AppError('unauthenticated', 'bad_credentials')
  if (!person.isActive) throw new AppError('forbidden', 'account_inactive')
  const tokens = await openSession(ctx, person, client, [
    ...clearAttempts(ctx, rateLimit),
    ...(await upgradedHash(ctx, person, password)),
  ])
  return { tokens, deviceMark: newDeviceToken(ctx, person) }
}

async function upgradedHash({ db }: Ctx, person: Candidate, password: string) {
  if (!person.passwordHash || !needsRehash(person.passwordHash)) return []
  const hash = await hashPassword(password)
  return [
    rows(
      db,
      sql`update users set password_hash = ${hash}
        where id = ${person.userId} and password_hash = ${person.passwordHash}`,
    ),
  ]
}
