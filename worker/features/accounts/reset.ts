import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import { hashPassword, sha256 } from '#worker/platform/crypto.ts'
import { mailLink, mailNotice, sendAccountMail, voidLinks } from './account-mail.ts'
import type { ResetInput } from './contract.ts'
import { newDeviceMark } from './known-device.ts'
import { forgetFailures } from './login.ts'
import { assertGoodPassword } from './password-rules.ts'
import { assertOpen, knock, placeDoor } from './throttle.ts'
import { proofFacts } from './verify.ts'

const requestsPerAddress = 20

/** Mails a link to the owner of the address, if it has one; the answer and its time are the same. */
export async function requestReset(
  ctx: Ctx<Visitor>,
  { email, address }: { email: string; address: string | undefined },
): Promise<void> {
  const door = placeDoor(ctx, 'reset', address, requestsPerAddress)
  const [[opening], , , , queued] = await write(ctx, [
    ...knock(ctx, door),
    ...mailLink(ctx, {
      kind: 'reset_password',
      person: sql`u.email_key = ${email.toLowerCase()}`,
    }),
  ])
  assertOpen(ctx, opening)
  await sendAccountMail(ctx, queued)
}

type Found = {
  id: string
  userId: UserId
  username: string
  usernameKey: string
  email: string
  emailKey: string
  isFirstProof: number
}

/**
 * Sets the password by a mailed link and ends every session. The link proves the address as well.
 * Answers the mark of a known device: whoever could open the link shall not be locked out.
 */
export async function resetPassword(
  ctx: Ctx<Visitor>,
  { token, password }: ResetInput,
): Promise<string> {
  const [[found]] = await read(ctx, [
    rows<Found>(
      ctx.db,
      sql`select t.id, u.id as userId, u.username, u.username_key as usernameKey, u.email,
          u.email_key as emailKey, u.email_verified_at is null as isFirstProof
        from account_tokens t join users u on u.id = t.user_id and u.email = t.email
        where t.hash = ${sha256(token)} and t.kind = 'reset_password' and t.used_at is null
          and t.expires_at > ${ctx.now} and u.is_active = 1`,
    ),
  ])
  if (!found) throw new AppError('invalid', 'bad_reset_token')
  assertGoodPassword(ctx, password, found)
  await setPassword(ctx, found, await hashPassword(password))
  return newDeviceMark(ctx, found)
}

/** Each statement holds only while the link is unused; the last one uses it up, and with it its siblings. */
async function setPassword(ctx: Ctx, found: Found, passwordHash: string): Promise<void> {
  const { db, now } = ctx
  const { id, userId } = found
  const isOpen = sql`exists (select 1 from account_tokens where id = ${id} and used_at is null)`
  const [changed, queued] = await write(ctx, [
    rows(
      db,
      sql`update users set password_hash = ${passwordHash},
          email_verified_at = coalesce(email_verified_at, ${now})
        where id = ${userId} and ${isOpen} returning id`,
    ),
    mailNotice(ctx, {
      kind: 'password_changed',
      person: sql`u.id = ${userId} and ${isOpen}`,
      key: id,
    }),
    rows(
      db,
      sql`update sessions set revoked_at = ${now}
        where user_id = ${userId} and revoked_at is null and ${isOpen}`,
    ),
    ...forgetFailures(ctx, found, isOpen),
    ...proofFacts(ctx, userId),
    ...(found.isFirstProof ? [dropIdentities(ctx, userId, isOpen)] : []),
    voidLinks(ctx, userId),
  ])
  if (changed.length === 0) throw new AppError('invalid', 'bad_reset_token')
  await sendAccountMail(ctx, queued)
}

/** Until the address was proved, anybody could have signed up with it and connected an account of theirs. */
function dropIdentities({ db }: Ctx, userId: UserId, when = sql`true`) {
  return rows(db, sql`delete from identities where user_id = ${userId} and ${when}`)
}
