import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, writeInOrder, type Ctx, type Visitor } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { accountTokens, identities, passkeys, sessions, users } from '#worker/db/schema/accounts.ts'
import { booleanSql, notNullable } from '#worker/db/row.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { afterChange, remove, update } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { deleteSessionlessDevices } from '#worker/features/notifications/push/session-devices.ts'
import { AppError } from '#worker/api/errors.ts'
import { hashPassword, sha256 } from '#worker/auth/crypto.ts'
import {
  buildMailedLinkStatements,
  sendSecurityMail,
  sendAccountMail,
  revokeMailedLinks,
} from './account-mail.ts'
import {
  deleteScheduleSourcesAddedBeforeVerification,
  revokeCalendarFeeds,
} from './access-without-session.ts'
import { askToConfirmMarketing } from './confirm-marketing.ts'
import type { PasswordResetRequestInput } from './contract.ts'
import { createDeviceToken } from './known-device.ts'
import { clearLoginFailures } from './login.ts'
import { assertStrongPassword } from './password-rules.ts'
import type {
  PasswordResetInput,
  SignInMethodsToRemove,
  RemovableSignInMethods,
} from './reset/contract.ts'
import {
  assertNotThrottled,
  recordAttempt,
  ipAddressRateLimit,
} from '#worker/request/attempt-limits.ts'
import { rewardVerifiedEmail } from './verify.ts'
import { isLinkOpen, isLinkUnused, type PresentedLink } from './link-rights.ts'

const requestsPerAddress = 20

/** The answer and its time are the same where nobody has the address. */
export async function requestPasswordReset(
  ctx: Ctx<Visitor>,
  { email, resume, address }: PasswordResetRequestInput & { address: string | undefined },
): Promise<void> {
  const rateLimit = ipAddressRateLimit(ctx, 'reset', address, requestsPerAddress)
  const person = sql`${users.emailKey} = ${email.toLowerCase()}`
  const { attempt, reset } = await writeInOrder(ctx, {
    attempt: recordAttempt(ctx, rateLimit),
    reset: buildMailedLinkStatements(ctx, { kind: 'reset_password', person, resume }),
  })
  assertNotThrottled(ctx, attempt)
  await sendAccountMail(ctx, reset.mail.result)
}

const fromOpenResetLinkSql = (link: Params<PresentedLink>) =>
  sql`from ${accountTokens} join ${users} on ${users.id} = ${accountTokens.userId}
      and ${users.email} = ${accountTokens.email}
    where ${isLinkOpen(link, 'reset_password')} and ${users.isActive} = 1`

/** A mailbox alone replaces no passkey of staff. */
const mayRemovePasskeys = (staffPasskeys: SQL<string> | string) =>
  sql`(${staffPasskeys} = 'offered' or ${users.role} = 'member')`

type ResetPasskeysQuery = PresentedLink & { staffPasskeys: string }

const selectResetPasskeys = prepare((link: Params<ResetPasskeysQuery>) =>
  select(
    { id: passkeys.id, name: passkeys.name, addedAt: passkeys.createdAt },
    sql`from ${passkeys} where ${passkeys.userId} = (select ${users.id} ${fromOpenResetLinkSql(link)}
      and ${mayRemovePasskeys(link.staffPasskeys)}) order by ${passkeys.id}`,
  ),
)

const selectResetProviders = prepare((link: Params<PresentedLink>) =>
  select(
    { provider: identities.provider, name: identities.name, addedAt: identities.createdAt },
    sql`from ${identities} where ${identities.userId} = (select ${users.id} ${fromOpenResetLinkSql(link)})
      order by ${identities.id}`,
  ),
)

const selectOpenReset = prepare((link: Params<PresentedLink>) =>
  selectFirst({ id: accountTokens.id }, fromOpenResetLinkSql(link)),
)

const suspectMs = 30 * dayMs

export async function findRemovableSignInMethods(
  ctx: Ctx<Visitor>,
  token: string,
): Promise<RemovableSignInMethods | undefined> {
  const { now, config } = ctx
  const link = { hash: sha256(token), now }
  const { found, keys, connected } = await read(ctx, {
    found: selectOpenReset(link),
    keys: selectResetPasskeys({ ...link, staffPasskeys: config.STAFF_PASSKEYS }),
    connected: selectResetProviders(link),
  })
  if (!found) return undefined
  const markRecent = <Of extends { addedAt: number }>({ addedAt, ...method }: Of) => ({
    ...method,
    added_at: toInstant(addedAt),
    isRecent: now - addedAt <= suspectMs,
  })
  return { passkeys: keys.map(markRecent), providers: connected.map(markRecent) }
}

type PasskeyRemoval = { removed: string; staffPasskeys: string }

const isRemovedPasskey = ({ removed, staffPasskeys }: Params<PasskeyRemoval>) =>
  sql`(${passkeys.id} in (select value from json_each(${removed}))
    and ${mayRemovePasskeys(staffPasskeys)})`

const resetLinkColumns = (removal: Params<PasskeyRemoval>) => ({
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
      where ${passkeys.userId} = ${users.id}
        and not ${isRemovedPasskey(removal)})
    union all select 'discord' where ${users.discordWebhook} is not null
      and ${users.emailVerifiedAt} is not null))`,
  hasRemovedPasskey: booleanSql(sql`exists (select 1 from ${passkeys}
    where ${passkeys.userId} = ${users.id} and ${isRemovedPasskey(removal)})`),
  /** JSON: what was connected before. */
  dropped: sql<string>`(select json_group_array(${identities.provider}) || '' from ${identities}
    where ${identities.userId} = ${users.id}
      and ${identities.createdAt} < coalesce(${users.emailVerifiedAt}, ${identities.createdAt} + 1))`,
})

const selectReset = prepare((link: Params<PresentedLink & PasskeyRemoval>) =>
  selectFirst(resetLinkColumns(link), fromOpenResetLinkSql(link)),
)
type OpenResetRow = NonNullable<ResultOf<ReturnType<typeof selectReset>>>

/** Answers the mark of a known device: whoever could open the link shall not be locked out. */
export async function resetPassword(
  ctx: Ctx<Visitor>,
  { token, password, remove: removed }: PasswordResetInput,
): Promise<string> {
  const { reset } = await read(ctx, {
    reset: selectReset({
      hash: sha256(token),
      now: ctx.now,
      removed: JSON.stringify(removed.passkeys),
      staffPasskeys: ctx.config.STAFF_PASSKEYS,
    }),
  })
  if (!reset) throw new AppError('invalid', 'bad_reset_token')
  assertStrongPassword(ctx, password, reset)
  await applyPasswordReset(ctx, reset, { removed, passwordHash: await hashPassword(password) })
  return createDeviceToken(ctx, reset)
}

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
    { where: sql`${users.id} = ${userId} and ${isLinkUnused(id)}`, returning: { id: users.id } },
  ),
)

const endAllSessions = prepare(({ id, userId, now }: Params<Omit<PasswordReset, 'passwordHash'>>) =>
  update(
    sessions,
    { revokedAt: now },
    {
      where: sql`${sessions.userId} = ${userId} and ${sessions.revokedAt} is null
        and ${isLinkUnused(id)}`,
    },
  ),
)

type UnprovedIdentitiesQuery = { id: string; userId: UserId; provedAt: number | null }

/** Before the address was verified, somebody else could have connected an account of theirs. */
const removeUnprovedIdentities = prepare(
  ({ id, userId, provedAt }: Params<UnprovedIdentitiesQuery>) =>
    remove(identities, {
      where: sql`${identities.userId} = ${userId} and ${isLinkUnused(id)}
      and ${identities.createdAt} < coalesce(${provedAt}, ${identities.createdAt} + 1)`,
    }),
)

function removeSignInMethods(
  ctx: Ctx,
  { id, userId }: OpenResetRow,
  { passkeys: ids, providers }: SignInMethodsToRemove,
) {
  const isOpen = isLinkUnused(id)
  const removal = { kind: 'sign_in_method_removed', userId } as const
  return {
    passkeys: afterChange(
      remove(passkeys, {
        where: sql`${passkeys.userId} = ${userId} and ${isOpen}
          and ${passkeys.id} in (select value from json_each(${JSON.stringify(ids)}))
          and exists (select 1 from ${users} where ${users.id} = ${userId}
            and ${mayRemovePasskeys(ctx.config.STAFF_PASSKEYS)})`,
      }),
      { event: insertSecurityEvent(ctx, { ...removal, detail: 'passkey' }) },
    ),
    providers: providers.map((provider) =>
      afterChange(
        remove(identities, {
          where: sql`${identities.userId} = ${userId} and ${isOpen}
            and ${identities.provider} = ${provider}`,
        }),
        { event: insertSecurityEvent(ctx, { ...removal, detail: provider }) },
      ),
    ),
  }
}

function summarizeSignInMethods(reset: OpenResetRow, { providers }: SignInMethodsToRemove) {
  const storedMethods = JSON.parse(reset.kept) as string[]
  const isRemoved = (name: string) => providers.some((provider) => provider === name)
  const dropped = [...(JSON.parse(reset.dropped) as string[]), ...storedMethods.filter(isRemoved)]
  return {
    kept: storedMethods.filter((name) => !isRemoved(name)),
    dropped: reset.hasRemovedPasskey ? [...dropped, 'passkey'] : dropped,
  }
}

/**
 * Each statement requires an unused link, until that of the links marks it and its siblings as used;
 * the marketing mail comes behind, as its own link is one of the member's.
 */
async function applyPasswordReset(
  ctx: Ctx,
  reset: OpenResetRow,
  { removed, passwordHash }: { removed: SignInMethodsToRemove; passwordHash: string },
): Promise<void> {
  const { now } = ctx
  const { id, userId, emailVerifiedAt: provedAt } = reset
  const isOpen = isLinkUnused(id)
  const { changed, mail, marketing } = await writeInOrder(ctx, {
    changed: replacePassword({ id, userId, passwordHash, now }),
    mail: sendSecurityMail(ctx, {
      kind: 'password_changed',
      person: sql`${users.id} = ${userId} and ${isOpen}`,
      key: id,
      details: summarizeSignInMethods(reset, removed),
    }),
    methods: removeSignInMethods(ctx, reset, removed),
    identities: removeUnprovedIdentities({ id, userId, provedAt }),
    sessions: endAllSessions({ id, userId, now }),
    feeds: revokeCalendarFeeds(userId, isOpen),
    imports: deleteScheduleSourcesAddedBeforeVerification(userId, provedAt, isOpen),
    devices: deleteSessionlessDevices(ctx, userId, isOpen),
    failures: clearLoginFailures(ctx, reset, isOpen),
    event: insertSecurityEvent(ctx, {
      kind: 'password_reset',
      userId,
      detail: 'mailed_link',
      when: isOpen,
    }),
    rewards: rewardVerifiedEmail(ctx, userId),
    links: revokeMailedLinks(ctx, userId, id),
    marketing: askToConfirmMarketing(ctx, userId),
  })
  if (changed.length === 0) throw new AppError('invalid', 'bad_reset_token')
  await sendAccountMail(ctx, mail, marketing.link.mail.result)
}
