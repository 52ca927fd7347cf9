import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { endLostDevices } from '#worker/features/notifications/push/session-devices.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword, sha256 } from '#worker/auth/crypto.ts'
import { mailLink, sendSecurityMail, sendAccountMail, revokeMailedLinks } from './account-mail.ts'
import type { ResetInput, ResetRequestInput } from './contract.ts'
import { newDeviceToken } from './known-device.ts'
import { clearLoginFailures } from './login.ts'
import { assertStrongPassword } from './password-rules.ts'
import { queueTokenRevocation, type StoredProviderTokens } from './provider-tokens.ts'
import { assertNotThrottled, recordAttempt, limitByAddress } from './throttle.ts'
import { emailVerifiedRewards } from './verify.ts'

const requestsPerAddress = 20

/** Mails a link to the owner of the address, if it has one; the answer and its time are the same. */
export async function requestReset(
  ctx: Ctx<Visitor>,
  { email, resume, address }: ResetRequestInput & { address: string | undefined },
): Promise<void> {
  const rateLimit = limitByAddress(ctx, 'reset', address, requestsPerAddress)
  const [[opening], , , queued] = await write(ctx, [
    ...recordAttempt(ctx, rateLimit),
    ...mailLink(ctx, {
      kind: 'reset_password',
      person: sql`u.email_key = ${email.toLowerCase()}`,
      resume,
    }),
  ])
  assertNotThrottled(ctx, opening)
  await sendAccountMail(ctx, queued)
}

/** Whether a reset link would still work, without using it up. */
export async function isResetOpen(ctx: Ctx<Visitor>, token: string): Promise<boolean> {
  const { db, now } = ctx
  const [found] = await read(ctx, [rows(db, sql`select t.id ${openReset({ token, now })}`)])
  return found.length === 1
}

/** The unused link of an active member who still has the address that it was mailed to. */
function openReset({ token, now }: { token: string; now: number }): SQL {
  return sql`from account_tokens t join users u on u.id = t.user_id and u.email = t.email
    where t.hash = ${sha256(token)} and t.kind = 'reset_password' and t.used_at is null
      and t.expires_at > ${now} and u.is_active = 1`
}

type Found = {
  id: string
  userId: UserId
  username: string
  usernameKey: string
  email: string
  emailKey: string
  /** Since when the address is known to be the person's. */
  provedAt: number | null
  /** JSON: what was connected since then, with Discord where notices go there. */
  kept: string
  /** JSON: what was connected before. */
  dropped: string
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
          u.email_key as emailKey, u.email_verified_at as provedAt,
          (select json_group_array(name) || '' from (
            select provider as name from identities
            where user_id = u.id and created_at >= u.email_verified_at
            union all select 'discord' where u.discord_webhook is not null
              and u.email_verified_at is not null)) as kept,
          (select json_group_array(provider) || '' from identities where user_id = u.id
            and created_at < coalesce(u.email_verified_at, created_at + 1)) as dropped
          ${openReset({ token, now: ctx.now })}`,
    ),
  ])
  if (!found) throw new AppError('invalid', 'bad_reset_token')
  assertStrongPassword(ctx, password, found)
  await setPassword(ctx, found, await hashPassword(password))
  return newDeviceToken(ctx, found)
}

/** Each statement holds only while the link is unused; the last one uses it up, and with it its siblings. */
async function setPassword(ctx: Ctx, found: Found, passwordHash: string): Promise<void> {
  const { db, now } = ctx
  const { id, userId } = found
  const isOpen = sql`exists (select 1 from account_tokens where id = ${id} and used_at is null)`
  const [changed, queued, dropped] = await write(ctx, [
    rows(
      db,
      sql`update users set password_hash = ${passwordHash},
          discord_webhook = iif(email_verified_at is null, null, discord_webhook),
          email_verified_at = coalesce(email_verified_at, ${now})
        where id = ${userId} and ${isOpen} returning id`,
    ),
    sendSecurityMail(ctx, {
      kind: 'password_changed',
      person: sql`u.id = ${userId} and ${isOpen}`,
      key: id,
      facts: { kept: JSON.parse(found.kept), dropped: JSON.parse(found.dropped) },
    }),
    dropForeign(ctx, found, isOpen),
    rows(
      db,
      sql`update sessions set revoked_at = ${now}
        where user_id = ${userId} and revoked_at is null and ${isOpen}`,
    ),
    endLostDevices(ctx, userId, isOpen),
    ...clearLoginFailures(ctx, found, isOpen),
    ...emailVerifiedRewards(ctx, userId),
    revokeMailedLinks(ctx, userId, id),
  ])
  if (changed.length === 0) throw new AppError('invalid', 'bad_reset_token')
  await queueTokenRevocation(ctx, dropped)
  await sendAccountMail(ctx, queued)
}

/** Until the address was proved, whoever had the account, or gave it this address, could connect an account of theirs. */
function dropForeign(
  { db }: Ctx,
  { userId, provedAt }: Found,
  when: SQL,
): Statement<StoredProviderTokens[]> {
  return rows<StoredProviderTokens>(
    db,
    sql`delete from identities where user_id = ${userId} and ${when}
        and created_at < coalesce(${provedAt}, created_at + 1)
      returning access_token as accessToken, refresh_token as refreshToken`,
  )
}
