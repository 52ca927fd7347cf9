import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { accountTokens, identities, passkeys, sessions, users } from '#worker/db/schema/accounts.ts'
import { notNullable } from '#worker/db/row.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { remove, update } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/features/operations/security-log/insert-security-event.ts'
import { deleteSessionlessDevices } from '#worker/features/notifications/push/session-devices.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword, sha256 } from '#worker/auth/crypto.ts'
import {
  mailedLinkStatements,
  sendSecurityMail,
  sendAccountMail,
  revokeMailedLinks,
} from './account-mail.ts'
import { removeUnprovedImports, revokeCalendarFeeds } from './access-without-session.ts'
import type { ResetInput, ResetRequestInput } from './contract.ts'
import { newDeviceToken } from './known-device.ts'
import { clearLoginFailures } from './login.ts'
import { assertStrongPassword } from './password-rules.ts'
import { queueTokenRevocation, storedTokenColumns } from './provider-tokens.ts'
import { assertNotThrottled, recordAttempt, ipAddressRateLimit } from './throttle.ts'
import { emailVerifiedRewards } from './verify.ts'

const requestsPerAddress = 20

/** Mails a link to the owner of the address, if it has one; the answer and its time are the same. */
export async function requestReset(
  ctx: Ctx<Visitor>,
  { email, resume, address }: ResetRequestInput & { address: string | undefined },
): Promise<void> {
  const rateLimit = ipAddressRateLimit(ctx, 'reset', address, requestsPerAddress)
  const person = sql`${users.emailKey} = ${email.toLowerCase()}`
  const { attempt, reset } = await write(ctx, {
    attempt: recordAttempt(ctx, rateLimit),
    reset: mailedLinkStatements(ctx, { kind: 'reset_password', person, resume }),
  })
  assertNotThrottled(ctx, attempt)
  await sendAccountMail(ctx, reset.mail)
}

type PresentedLink = { hash: string; now: number }

/** The unused link of an active member who still has the address that it was mailed to. */
const openReset = ({ hash, now }: Params<PresentedLink>) =>
  sql`from ${accountTokens} join ${users} on ${users.id} = ${accountTokens.userId}
      and ${users.email} = ${accountTokens.email}
    where ${accountTokens.hash} = ${hash} and ${accountTokens.kind} = 'reset_password'
      and ${accountTokens.usedAt} is null and ${accountTokens.expiresAt} > ${now}
      and ${users.isActive} = 1`

const selectOpenReset = prepare((link: Params<PresentedLink>) =>
  first(select({ id: accountTokens.id }, openReset(link))),
)

export async function isResetTokenValid(ctx: Ctx<Visitor>, token: string): Promise<boolean> {
  const { found } = await read(ctx, {
    found: selectOpenReset({ hash: sha256(token), now: ctx.now }),
  })
  return found !== undefined
}

const resetColumns = {
  id: accountTokens.id,
  userId: users.id,
  username: users.username,
  usernameKey: users.usernameKey,
  /** Equal to the link's address, and so not null. */
  email: notNullable(users.email),
  emailKey: notNullable(users.emailKey),
  emailVerifiedAt: users.emailVerifiedAt,
  /** JSON: what was connected since then, with Discord where its notifications go. */
  kept: sql<string>`(select json_group_array(name) || '' from (
    select ${identities.provider} as name from ${identities}
    where ${identities.userId} = ${users.id} and ${identities.createdAt} >= ${users.emailVerifiedAt}
    union all select 'passkey' where exists (select 1 from ${passkeys}
      where ${passkeys.userId} = ${users.id})
    union all select 'discord' where ${users.discordWebhook} is not null
      and ${users.emailVerifiedAt} is not null))`,
  /** JSON: what was connected before. */
  dropped: sql<string>`(select json_group_array(${identities.provider}) || '' from ${identities}
    where ${identities.userId} = ${users.id}
      and ${identities.createdAt} < coalesce(${users.emailVerifiedAt}, ${identities.createdAt} + 1))`,
}

const selectReset = prepare((link: Params<PresentedLink>) =>
  first(select(resetColumns, openReset(link))),
)
type OpenReset = NonNullable<ResultOf<ReturnType<typeof selectReset>>>

/**
 * Sets the password by a mailed link and ends every session and calendar link. The link proves the address as well.
 * Answers the mark of a known device: whoever could open the link shall not be locked out.
 */
export async function resetPassword(
  ctx: Ctx<Visitor>,
  { token, password }: ResetInput,
): Promise<string> {
  const { reset } = await read(ctx, {
    reset: selectReset({ hash: sha256(token), now: ctx.now }),
  })
  if (!reset) throw new AppError('invalid', 'bad_reset_token')
  assertStrongPassword(ctx, password, reset)
  await setPassword(ctx, reset, await hashPassword(password))
  return newDeviceToken(ctx, reset)
}

const isUnused = (id: SQL) => sql`exists (select 1 from ${accountTokens}
  where ${accountTokens.id} = ${id} and ${accountTokens.usedAt} is null)`

type PasswordReset = { id: string; userId: UserId; passwordHash: string; now: number }

const replacePassword = prepare(({ id, userId, passwordHash, now }: Params<PasswordReset>) =>
  update(
    users,
    {
      passwordHash,
      discordWebhook: sql<
        string | null
      >`iif(${users.emailVerifiedAt} is null, null, ${users.discordWebhook})`,
      emailVerifiedAt: sql<number>`coalesce(${users.emailVerifiedAt}, ${now})`,
      signupExpiresAt: null,
    },
    { where: sql`${users.id} = ${userId} and ${isUnused(id)}`, returning: { id: users.id } },
  ),
)

const endAllSessions = prepare(({ id, userId, now }: Params<Omit<PasswordReset, 'passwordHash'>>) =>
  update(
    sessions,
    { revokedAt: now },
    {
      where: sql`${sessions.userId} = ${userId} and ${sessions.revokedAt} is null
        and ${isUnused(id)}`,
    },
  ),
)

type Unproved = { id: string; userId: UserId; provedAt: number | null }

/** Before the address was verified, somebody else could have connected an account of theirs. */
const removeUnprovedIdentities = prepare(({ id, userId, provedAt }: Params<Unproved>) =>
  remove(identities, {
    where: sql`${identities.userId} = ${userId} and ${isUnused(id)}
      and ${identities.createdAt} < coalesce(${provedAt}, ${identities.createdAt} + 1)`,
    returning: storedTokenColumns,
  }),
)

/** Each statement requires an unused link; the last one marks it and its siblings as used. */
async function setPassword(ctx: Ctx, reset: OpenReset, passwordHash: string): Promise<void> {
  const { now } = ctx
  const { id, userId, emailVerifiedAt: provedAt, kept, dropped } = reset
  const isOpen = isUnused(sql`${id}`)
  const { changed, mail, tokens } = await write(ctx, {
    changed: replacePassword({ id, userId, passwordHash, now }),
    mail: sendSecurityMail(ctx, {
      kind: 'password_changed',
      person: sql`${users.id} = ${userId} and ${isOpen}`,
      key: id,
      details: { kept: JSON.parse(kept), dropped: JSON.parse(dropped) },
    }),
    tokens: removeUnprovedIdentities({ id, userId, provedAt }),
    sessions: endAllSessions({ id, userId, now }),
    feeds: revokeCalendarFeeds(userId, isOpen),
    imports: removeUnprovedImports(userId, provedAt, isOpen),
    devices: deleteSessionlessDevices(ctx, userId, isOpen),
    failures: clearLoginFailures(ctx, reset, isOpen),
    event: insertSecurityEvent(ctx, {
      kind: 'password_reset',
      userId,
      detail: 'mailed_link',
      when: isOpen,
    }),
    rewards: emailVerifiedRewards(ctx, userId),
    links: revokeMailedLinks(ctx, userId, id),
  })
  if (changed.length === 0) throw new AppError('invalid', 'bad_reset_token')
  await queueTokenRevocation(ctx, tokens)
  await sendAccountMail(ctx, mail)
}
