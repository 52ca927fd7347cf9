import { sql } from 'drizzle-orm'
import {
  read,
  readAndRecordAttempt,
  write,
  writeInOrder,
  type Ctx,
  type Member,
} from '#worker/context.ts'
import type { SessionId, UserId } from '#worker/contracts/ids.ts'
import { booleanSql } from '#worker/db/row.ts'
import { identities, sessions, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { deleteSessionlessDevices } from '#worker/features/notifications/push/session-devices.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { hashPassword, verifyPassword } from '#worker/auth/crypto.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { revokeCalendarFeeds } from './access-without-session.ts'
import { sendSecurityMail, sendAccountMail, revokeMailedLinks } from './account-mail.ts'
import type { ReauthenticationInput, ChangePasswordInput } from './contract.ts'
import { assertReauthenticated, reauthenticationTimeOf } from './reauthentication.ts'
import { assertStrongPassword } from './password-rules.ts'
import { revokeOtherSessions } from './session-list.ts'
import {
  assertNotThrottled,
  recordAttempt,
  clearAttempts,
  type RateLimit,
} from '#worker/request/attempt-limits.ts'

type UserRole = typeof users.$inferSelect.role

export type CheckedAccount = {
  username: string
  role: UserRole
  email: string | null
  hasPassword: boolean
  hasProvider: boolean
  reauthenticatedAt: number
}

export function passwordRateLimitSubject(userId: UserId): string {
  return `password:${userId}`
}

const selectPerson = prepare(
  ({ userId, sessionId }: Params<{ userId: UserId; sessionId: SessionId }>) =>
    selectFirst(
      {
        username: users.username,
        role: users.role,
        email: users.email,
        passwordHash: users.passwordHash,
        hasProvider: booleanSql(sql`exists (select 1 from ${identities}
            where ${identities.userId} = ${users.id} and ${identities.provider} in ('google', 'twitch'))`),
        reauthenticatedAt: reauthenticationTimeOf(sessionId),
      },
      sql`from ${users} where ${users.id} = ${userId}`,
    ),
)

/**
 * A wrong password is a fault of the field, and each is counted before it is tried: a session that
 * was left open must not be a place to guess from.
 */
export async function checkCurrentPassword(
  ctx: Ctx<Member>,
  givenPassword: string | undefined,
  field: string,
): Promise<CheckedAccount> {
  const rateLimit: RateLimit = { guard: passwordRateLimitSubject(ctx.actor.userId), hourly: [] }
  const { person, attempt } =
    givenPassword === undefined
      ? {
          ...(await read(ctx, { person: selectPerson(ctx.actor) })),
          attempt: { throttle: undefined },
        }
      : await readAndRecordAttempt(ctx, {
          person: selectPerson(ctx.actor),
          attempt: recordAttempt(ctx, rateLimit),
        })
  if (!person) throw new AppError('unauthenticated', 'session_ended')
  const { passwordHash, ...account } = person
  if (passwordHash === null) return { ...account, hasPassword: false }
  if (givenPassword === undefined) throw passwordRuleError(ctx, field, 'password_required')
  assertNotThrottled(ctx, attempt)
  if (!(await verifyPassword(givenPassword, passwordHash)))
    throw passwordRuleError(ctx, field, 'wrong_password')
  await write(ctx, clearAttempts(ctx, rateLimit))
  return { ...account, hasPassword: true }
}

function passwordRuleError({ locale }: Ctx, path: string, rule: string): AppError {
  return validationError([{ path, msg: validationRuleText(rule, locale) }])
}

const markReauthenticated = prepare(
  ({ sessionId, now }: Params<{ sessionId: SessionId; now: number }>) =>
    update(sessions, { reauthenticatedAt: now }, { where: sql`${sessions.id} = ${sessionId}` }),
)

/** @throws AppError `sign_in_again` where there is no password to give */
export async function reauthenticateWithPassword(
  ctx: Ctx<Member>,
  { password }: ReauthenticationInput,
): Promise<void> {
  const { hasPassword } = await checkCurrentPassword(ctx, password, 'password')
  if (!hasPassword) throw new AppError('forbidden', 'sign_in_again')
  const { sessionId } = ctx.actor
  await write(ctx, { session: markReauthenticated({ sessionId, now: ctx.now }) })
}

const storeHash = prepare(
  ({ userId, passwordHash }: Params<{ userId: UserId; passwordHash: string }>) =>
    update(users, { passwordHash }, { where: sql`${users.id} = ${userId}` }),
)

/** Ends the other sessions and the calendar links. */
export async function changePassword(ctx: Ctx<Member>, input: ChangePasswordInput): Promise<void> {
  const { userId } = ctx.actor
  const person = await checkCurrentPassword(ctx, input.current_password, 'current_password')
  if (!person.hasPassword) assertReauthenticated(ctx, person.reauthenticatedAt)
  assertStrongPassword(ctx, input.password, person)
  const passwordHash = await hashPassword(input.password)
  const { mail } = await writeInOrder(ctx, {
    password: storeHash({ userId, passwordHash }),
    sessions: revokeOtherSessions(ctx),
    feeds: revokeCalendarFeeds(userId),
    links: revokeMailedLinks(ctx, userId),
    mail: sendSecurityMail(ctx, {
      kind: 'password_changed',
      person: sql`${users.id} = ${userId}`,
      key: String(ctx.now),
    }),
    devices: deleteSessionlessDevices(ctx, userId),
    event: insertSecurityEvent(ctx, { kind: 'password_changed', userId }),
  })
  await sendAccountMail(ctx, mail)
}
