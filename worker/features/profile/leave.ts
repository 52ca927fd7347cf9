import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { mailLink, sendAccountMail } from '#worker/features/accounts/account-mail.ts'
import { assertOpen, knock, watchDoor, type Door } from '#worker/features/accounts/throttle.ts'
import { AppError, invalid } from '#worker/http/errors.ts'
import { isPassword, sha256 } from '#worker/platform/crypto.ts'
import { ruleText } from '#worker/validation-texts.ts'
import type { LeaveByTokenInput, LeaveInput, LeaveRequestInput } from './contract.ts'
import { forgetMember, type Leaving } from './forget-member.ts'

type Person = Leaving & { username: string; passwordHash: string | null }

function selectPerson({ db }: Ctx, condition: SQL): Statement<Person[]> {
  return rows<Person>(
    db,
    sql`select u.id as userId, u.username, u.username_key as usernameKey, u.email_key as emailKey,
        u.password_hash as passwordHash from users u where ${condition}`,
  )
}

/** Wrong passwords make the next try wait, so that a stolen session is no way to find one out. */
function doorOf(userId: UserId): Door {
  return { guard: `leave:${userId}`, hourly: [] }
}

/** Deletes the member's own account, for the password or, without one, for the username typed again. */
export async function leave(ctx: Ctx<Member>, input: LeaveInput): Promise<void> {
  const { userId } = ctx.actor
  const door = doorOf(userId)
  const [[opening], [person]] = await read(ctx, [
    watchDoor(ctx, door),
    selectPerson(ctx, sql`u.id = ${userId}`),
  ])
  if (!person) throw new AppError('unauthenticated', 'session_ended')
  assertOpen(ctx, opening)
  const fault = await faultIn(ctx, person, input)
  if (fault) {
    await write(ctx, knock(ctx, door))
    throw invalid([fault])
  }
  await forgetMember(ctx, person)
}

async function faultIn({ locale }: Ctx, person: Person, { password, username }: LeaveInput) {
  if (person.passwordHash === null) {
    if (username === person.username) return undefined
    return { path: 'username', msg: ruleText('wrong_username', locale) }
  }
  if (password === undefined) {
    return { path: 'password', msg: ruleText('password_required', locale) }
  }
  if (await isPassword(password, person.passwordHash)) return undefined
  return { path: 'password', msg: ruleText('wrong_password', locale) }
}

/** Mails a link that deletes the account; answers alike, and as fast, where there is none. */
export async function requestLeaveLink(
  ctx: Ctx<Visitor>,
  { email }: LeaveRequestInput,
): Promise<void> {
  const person = sql`u.email_key = ${email.toLowerCase()}`
  const [, queued] = await write(ctx, mailLink(ctx, { kind: 'delete_account', person }))
  await sendAccountMail(ctx, queued)
}

/** Deletes the account that the mailed link was made for. */
export async function leaveByToken(ctx: Ctx<Visitor>, { token }: LeaveByTokenInput): Promise<void> {
  const [[person]] = await read(ctx, [
    selectPerson(
      ctx,
      sql`u.id = (select t.user_id from account_tokens t where t.hash = ${sha256(token)}
        and t.kind = 'delete_account' and t.used_at is null and t.expires_at > ${ctx.now}
        and t.email = u.email)`,
    ),
  ])
  if (!person) throw new AppError('invalid', 'bad_verification_token')
  await forgetMember(ctx, person)
}
