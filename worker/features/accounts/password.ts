import { sql } from 'drizzle-orm'
import { read, readCounting, write, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { endLostDevices } from '#worker/features/notifications/push/session-devices.ts'
import { AppError, invalid } from '#worker/api/errors.ts'
import { hashPassword, verifyPassword } from '#worker/auth/crypto.ts'
import { ruleText } from '#worker/api/validation-texts.ts'
import { sendSecurityMail, sendAccountMail, revokeMailedLinks } from './account-mail.ts'
import type { ConfirmInput, PasswordInput } from './contract.ts'
import { assertRecentAuthentication, reauthenticatedAt } from './recent-authentication.ts'
import { assertStrongPassword } from './password-rules.ts'
import { endOtherSessions } from './session-list.ts'
import { assertNotThrottled, recordAttempt, clearAttempts, type RateLimit } from './throttle.ts'

/** Whoever the password was asked of. */
export type Confirmed = {
  username: string
  email: string | null
  hasPassword: boolean
  reauthenticatedAt: number
}
type Person = {
  username: string
  email: string | null
  passwordHash: string | null
  reauthenticatedAt: number
}

/** One for every act that asks for the password. */
export function passwordGuard(userId: UserId): string {
  return `password:${userId}`
}

function selectPerson(ctx: Ctx<Member>): Statement<Person[]> {
  return rows<Person>(
    ctx.db,
    sql`select username, email, password_hash as passwordHash, ${reauthenticatedAt(ctx)} as reauthenticatedAt
      from users where id = ${ctx.actor.userId}`,
  )
}

/**
 * The signed-in person, whose password is the given one; an account without any needs none. A wrong
 * one is a fault of the field, and many in a row have to wait: a session that was left open must
 * not be a place to guess from. Each is counted before it is tried.
 */
export async function confirmPassword(
  ctx: Ctx<Member>,
  given: string | undefined,
  field: string,
): Promise<Confirmed> {
  const rateLimit: RateLimit = { guard: passwordGuard(ctx.actor.userId), hourly: [] }
  const [[person], [opening]] =
    given === undefined
      ? [...(await read(ctx, [selectPerson(ctx)])), []]
      : await readCounting(ctx, [selectPerson(ctx), ...recordAttempt(ctx, rateLimit)])
  if (!person) throw new AppError('unauthenticated', 'session_ended')
  const { username, email, passwordHash, reauthenticatedAt: since } = person
  const confirmed = { username, email, reauthenticatedAt: since }
  if (passwordHash === null) return { ...confirmed, hasPassword: false }
  if (given === undefined) throw fault(ctx, field, 'password_required')
  assertNotThrottled(ctx, opening)
  if (!(await verifyPassword(given, passwordHash))) throw fault(ctx, field, 'wrong_password')
  await write(ctx, clearAttempts(ctx, rateLimit))
  return { ...confirmed, hasPassword: true }
}

function fault({ locale }: Ctx, path: string, rule: string): AppError {
  return invalid([{ path, msg: ruleText(rule, locale) }])
}

/**
 * Takes the password as a sign that the person is there: the ways in may then be changed for a while.
 * @throws AppError `sign_in_again` where there is none to give
 */
export async function confirmSession(ctx: Ctx<Member>, { password }: ConfirmInput): Promise<void> {
  const { hasPassword } = await confirmPassword(ctx, password, 'password')
  if (!hasPassword) throw new AppError('forbidden', 'sign_in_again')
  await write(ctx, [
    rows(
      ctx.db,
      sql`update sessions set confirmed_at = ${ctx.now} where id = ${ctx.actor.sessionId}`,
    ),
  ])
}

/** Sets the password, or the first one of an account that has none, and ends the other sessions. */
export async function changePassword(ctx: Ctx<Member>, input: PasswordInput): Promise<void> {
  const { userId } = ctx.actor
  const person = await confirmPassword(ctx, input.current_password, 'current_password')
  if (!person.hasPassword) assertRecentAuthentication(ctx, person.reauthenticatedAt)
  assertStrongPassword(ctx, input.password, person)
  const passwordHash = await hashPassword(input.password)
  const [, , , queued] = await write(ctx, [
    rows(ctx.db, sql`update users set password_hash = ${passwordHash} where id = ${userId}`),
    endOtherSessions(ctx),
    revokeMailedLinks(ctx, userId),
    sendSecurityMail(ctx, {
      kind: 'password_changed',
      person: sql`u.id = ${userId}`,
      key: String(ctx.now),
    }),
    endLostDevices(ctx, userId),
  ])
  await sendAccountMail(ctx, queued)
}
