import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { AppError, invalid } from '#worker/http/errors.ts'
import { hashPassword, isPassword } from '#worker/platform/crypto.ts'
import { ruleText } from '#worker/validation-texts.ts'
import { mailNotice, sendAccountMail, voidLinks } from './account-mail.ts'
import type { PasswordInput } from './contract.ts'
import { assertGoodPassword } from './password-rules.ts'
import { endOtherSessions } from './session-list.ts'
import { assertOpen, knock, watchDoor, type Door } from './throttle.ts'

/** Whoever the password was asked of. */
export type Confirmed = {
  username: string
  email: string | null
  hasPassword: boolean
  signedInAt: number
}
type Person = {
  username: string
  email: string | null
  passwordHash: string | null
  signedInAt: number
}
/** How fresh a sign-in must be to give an account its first password. */
const freshMs = 10 * 60_000

/**
 * The signed-in person, whose password is the given one; an account without any needs none. A wrong
 * one is a fault of the field, and many in a row have to wait: a session that was left open must
 * not be a place to guess from.
 */
export async function confirmPassword(
  ctx: Ctx<Member>,
  given: string | undefined,
  field: string,
): Promise<Confirmed> {
  const { userId } = ctx.actor
  const door: Door = { guard: `member:${userId}`, hourly: [] }
  const [[person], [opening]] = await read(ctx, [
    rows<Person>(
      ctx.db,
      sql`select username, email, password_hash as passwordHash,
          (select created_at from sessions where id = ${ctx.actor.sessionId}) as signedInAt
        from users where id = ${userId}`,
    ),
    watchDoor(ctx, door),
  ])
  if (!person) throw new AppError('unauthenticated', 'session_ended')
  const { username, email, passwordHash, signedInAt } = person
  if (passwordHash === null) return { username, email, signedInAt, hasPassword: false }
  if (given === undefined) throw fault(ctx, field, 'password_required')
  assertOpen(ctx, opening)
  if (!(await isPassword(given, passwordHash))) {
    await write(ctx, knock(ctx, door))
    throw fault(ctx, field, 'wrong_password')
  }
  return { username, email, signedInAt, hasPassword: true }
}

function fault({ locale }: Ctx, path: string, rule: string): AppError {
  return invalid([{ path, msg: ruleText(rule, locale) }])
}

/** Sets the password, or the first one of an account that has none, and ends the other sessions. */
export async function changePassword(ctx: Ctx<Member>, input: PasswordInput): Promise<void> {
  const { userId } = ctx.actor
  const person = await confirmPassword(ctx, input.current_password, 'current_password')
  // Who took over a session that was left open must not be able to keep the account.
  if (!person.hasPassword && ctx.now - person.signedInAt > freshMs) {
    throw new AppError('forbidden', 'sign_in_again')
  }
  assertGoodPassword(ctx, input.password, person)
  const passwordHash = await hashPassword(input.password)
  const [, , , queued] = await write(ctx, [
    rows(ctx.db, sql`update users set password_hash = ${passwordHash} where id = ${userId}`),
    endOtherSessions(ctx),
    voidLinks(ctx, userId),
    mailNotice(ctx, {
      kind: 'password_changed',
      person: sql`u.id = ${userId}`,
      key: String(ctx.now),
    }),
  ])
  await sendAccountMail(ctx, queued)
}
