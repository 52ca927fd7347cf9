import { sql } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { inOrder, type ResultOf } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { accountTokens, sessions, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, update } from '#worker/db/writes.ts'
import {
  clearMailSuppressions,
  isMailSuppressed,
} from '#worker/features/notifications/suppressions/suppression-rows.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { addTrust, earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { deleteSessionlessDevices } from '#worker/features/notifications/push/session-devices.ts'
import { AppError } from '#worker/api/errors.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import {
  deleteScheduleSourcesAddedBeforeVerification,
  revokeCalendarFeeds,
} from './access-without-session.ts'
import { buildMailedLinkStatements, sendAccountMail } from './account-mail.ts'
import { askToConfirmMarketing } from './confirm-marketing.ts'
import type { EmailVerification } from './contract.ts'
import { sessionIdOfRefreshToken } from './sessions.ts'
import {
  alwaysTrue,
  endLinkRights,
  isLinkUnused,
  isLinkRightOpen,
  markLinkUsed,
} from './link-rights.ts'

export async function resendVerificationEmail(ctx: Ctx<Member>): Promise<void> {
  const person = sql`${users.id} = ${ctx.actor.userId}
    and (${users.emailVerifiedAt} is null or ${isMailSuppressed(users.id)})`
  const { mail } = await write(
    ctx,
    buildMailedLinkStatements(ctx, { kind: 'verify_email', person }),
  )
  await sendAccountMail(ctx, mail.result)
}

const selectLink = prepare(({ hash, now }: Params<{ hash: string; now: number }>) =>
  selectFirst(
    {
      id: accountTokens.id,
      kind: sql<EmailVerification['kind']>`${accountTokens.kind}`,
      userId: accountTokens.userId,
      username: users.username,
      email: accountTokens.email,
      isOpen: booleanSql(isLinkRightOpen('act')),
      hasEmail: booleanSql(sql`${users.email} is not null`),
      isCurrentEmail: booleanSql(sql`coalesce(${users.email} = ${accountTokens.email}, 0)`),
      emailVerifiedAt: users.emailVerifiedAt,
      isSuppressed: booleanSql(isMailSuppressed(users.id)),
    },
    sql`from ${accountTokens} join ${users} on ${users.id} = ${accountTokens.userId}
        where ${accountTokens.hash} = ${hash}
          and ${accountTokens.kind} in ('verify_email', 'change_email')
          and ${accountTokens.expiresAt} > ${now}`,
  ),
)
type LinkRow = NonNullable<ResultOf<ReturnType<typeof selectLink>>>
type VerificationLink = LinkRow & { isDone: boolean }

/** Undefined once it is used or its address is no longer the account's. */
async function findVerificationLink(
  ctx: Ctx<Visitor>,
  token: string,
): Promise<VerificationLink | undefined> {
  const { link } = await read(ctx, { link: selectLink({ hash: sha256(token), now: ctx.now }) })
  if (!link) return undefined
  const isDone = link.isCurrentEmail && link.emailVerifiedAt !== null && !link.isSuppressed
  const isOpen = link.isOpen && (link.isCurrentEmail || link.kind === 'change_email')
  return isDone || isOpen ? { ...link, isDone } : undefined
}

/** For the page that asks for confirmation: opening the link changes nothing. */
export async function findEmailVerification(
  ctx: Ctx<Visitor>,
  token: string,
): Promise<EmailVerification | undefined> {
  const link = await findVerificationLink(ctx, token)
  return link && { kind: link.kind, username: link.username, isDone: link.isDone }
}

/**
 * A link to a new address ends all sessions but that of the browser that opened it. Using a link
 * again is not an error.
 */
export async function verifyEmail(
  ctx: Ctx<Visitor>,
  token: string,
  refreshToken: string | undefined,
): Promise<void> {
  const link = await findVerificationLink(ctx, token)
  if (!link) throw new AppError('invalid', 'bad_verification_token')
  if (link.isDone) return
  const isConfirmed = await confirmEmail(ctx, link, refreshToken)
  // Somebody else opened the link or took the address meanwhile: looking again tells which.
  if (!isConfirmed) await verifyEmail(ctx, token, refreshToken)
}

type EmailConfirmation = Pick<LinkRow, 'id' | 'userId' | 'kind' | 'email'> & {
  emailKey: string
  now: number
}

const other = alias(users, 'other')

const setEmail = prepare(({ id, userId, kind, email, emailKey, now }: Params<EmailConfirmation>) =>
  update(
    users,
    {
      email,
      emailKey,
      // Confirmed anew: what was connected since it was first verified stays the owner's.
      emailVerifiedAt: sql<number>`iif(${kind} = 'change_email', ${now}, coalesce(${users.emailVerifiedAt}, ${now}))`,
      signupExpiresAt: null,
    },
    {
      where: sql`${users.id} = ${userId} and (${users.email} = ${email} or ${kind} = 'change_email')
        and ${isLinkUnused(id)}
        and not exists (select 1 from ${other}
          where ${other.emailKey} = ${emailKey} and ${other.id} <> ${userId})`,
    },
  ),
)

type OpenedLink = { id: string; userId: UserId; email: string }

/** After `setEmail`, until the link is marked as used. */
const isEmailJustSet = ({ id, userId, email }: OpenedLink) =>
  sql`exists (select 1 from ${accountTokens} join ${users} on ${users.id} = ${userId}
    where ${accountTokens.id} = ${id} and ${isLinkRightOpen('act')} and ${users.email} = ${email})`

/** An address that was proved leaves no way in to who had the account before. */
function endFormerAccess(ctx: Ctx, link: LinkRow, refreshToken: string | undefined) {
  const { userId, kind, hasEmail, emailVerifiedAt } = link
  const when = isEmailJustSet(link)
  const ownSession = refreshToken ? sessionIdOfRefreshToken(sha256(refreshToken)) : sql`null`
  const isMoved = kind === 'change_email'
  return {
    feeds: revokeCalendarFeeds(userId, when),
    // Without an address there was nobody else whose it could have been.
    imports: hasEmail
      ? [deleteScheduleSourcesAddedBeforeVerification(userId, emailVerifiedAt, when)]
      : [],
    sessions: isMoved
      ? [
          update(
            sessions,
            { revokedAt: ctx.now },
            {
              where: sql`${sessions.userId} = ${userId} and ${sessions.revokedAt} is null
                and ${sessions.id} is not ${ownSession} and ${when}`,
            },
          ),
        ]
      : [],
    devices: isMoved ? [deleteSessionlessDevices(ctx, userId, when)] : [],
  }
}

async function confirmEmail(
  ctx: Ctx,
  link: LinkRow,
  refreshToken: string | undefined,
): Promise<boolean> {
  const { now } = ctx
  const { id, userId, kind, email } = link
  const event = insertSecurityEvent(ctx, { kind: 'email_changed', userId, detail: 'mailed_link' })
  const { confirmed, marketing } = await writeInOrder(ctx, {
    confirmed: afterChange(
      setEmail({ id, userId, kind, email, emailKey: email.toLowerCase(), now }),
      { event: kind === 'change_email' ? [event] : [] },
    ),
    former: endFormerAccess(ctx, link, refreshToken),
    mail: clearMailSuppressions(
      now,
      userId,
      sql`exists (select 1 from ${accountTokens} join ${users} on ${users.id} = ${accountTokens.userId}
        where ${accountTokens.id} = ${id} and ${isLinkRightOpen('act')}
          and ${users.email} = ${accountTokens.email})`,
    ),
    rewards: rewardVerifiedEmail(ctx, userId),
    used: markLinkUsed({ id, now }),
    marketing: askToConfirmMarketing(ctx, userId),
  })
  if (marketing.link.mail.hasChanged) await sendAccountMail(ctx, marketing.link.mail.result)
  return confirmed.hasChanged
}

type MailedAddress = { userId: UserId; email: string; now: number }

const removeUnprovedEmail = prepare(({ userId, email }: Params<Omit<MailedAddress, 'now'>>) =>
  update(
    users,
    { email: null, emailKey: null },
    {
      where: sql`${users.id} = ${userId} and ${users.email} = ${email}
        and ${users.emailVerifiedAt} is null`,
    },
  ),
)

const revokeLinksTo = prepare(({ userId, email, now }: Params<MailedAddress>) =>
  endLinkRights(
    { act: alwaysTrue, resumption: sql`${accountTokens.kind} <> 'verify_email'` },
    sql`${accountTokens.userId} = ${userId} and ${accountTokens.email} = ${email}
      and ${isLinkRightOpen('act')}`,
    now,
  ),
)

/**
 * The account stays, without the address and its mailed links, so that a mistyped address costs
 * nobody theirs; nobody else hears of it.
 */
export async function rejectEmailVerification(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const link = await findVerificationLink(ctx, token)
  if (!link || link.isDone) throw new AppError('invalid', 'bad_verification_token')
  const { userId, email } = link
  await write(ctx, {
    email: removeUnprovedEmail({ userId, email }),
    links: revokeLinksTo({ userId, email, now: ctx.now }),
  })
}

export function rewardVerifiedEmail(ctx: Ctx, userId: UserId) {
  const when = sql`exists (select 1 from ${users}
    where ${users.id} = ${userId} and ${users.emailVerifiedAt} is not null)`
  const ledgerFact = { userId, action: 'email_verified', subject: 'email', when } as const
  return [inOrder(earnXp(ctx, ledgerFact)), addTrust(ctx, ledgerFact)] as const
}
