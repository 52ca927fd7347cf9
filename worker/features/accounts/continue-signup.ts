import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { accountTokens, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import type { TokensView } from './contract.ts'
import { createDeviceToken } from './known-device.ts'
import { sessionHolderColumns, openSession } from './sessions.ts'
import { alwaysTrue, endLinkRights, isLinkRightOpen } from './link-rights.ts'

const signupTicketLifetimeSeconds = 86_400

const Ticket = v.object({ tokenId: v.string(), expiresAt: v.number() })

/** The encrypted id of the mailed link, for a cookie of the browser that signed up. */
export function createSignupTicket({ config, now }: Ctx, tokenId: string): string {
  const ticket = { tokenId, expiresAt: now + signupTicketLifetimeSeconds * 1000 }
  return encrypt(config.ENCRYPTION_KEY, JSON.stringify(ticket))
}

function decryptTicket({ config, now }: Ctx, encrypted: string | undefined): string | undefined {
  try {
    const ticket = v.parse(Ticket, JSON.parse(decrypt(listEncryptionKeys(config), encrypted ?? '')))
    return ticket.expiresAt > now ? ticket.tokenId : undefined
  } catch {
    return undefined
  }
}

type TicketQuery = { tokenId: string; now: number }

const isSignupLinkUsable = ({ now }: Pick<Params<TicketQuery>, 'now'>) =>
  sql`${accountTokens.kind} = 'verify_email' and ${isLinkRightOpen('continuation')}
    and ${accountTokens.expiresAt} > ${now}
    and ${users.email} = ${accountTokens.email} and ${users.isActive} = 1`

const selectHolder = prepare(({ tokenId, now }: Params<TicketQuery>) =>
  selectFirst(
    { ...sessionHolderColumns, usernameKey: users.usernameKey, emailKey: users.emailKey },
    sql`from ${accountTokens} join ${users} on ${users.id} = ${accountTokens.userId}
        where ${accountTokens.id} = ${tokenId} and ${isSignupLinkUsable({ now })}`,
  ),
)

const selectLinkExists = prepare(({ tokenId }: Params<Pick<TicketQuery, 'tokenId'>>) =>
  selectFirst(
    {
      isSent: booleanSql(
        sql`exists (select 1 from ${accountTokens} where ${accountTokens.id} = ${tokenId})`,
      ),
    },
    sql``,
  ),
)

const claimContinuation = prepare(({ tokenId, now }: Params<TicketQuery>) =>
  update(
    accountTokens,
    { continuedAt: now },
    {
      where: sql`${accountTokens.id} = ${tokenId} and exists (select 1 from ${users}
        where ${users.id} = ${accountTokens.userId} and ${users.emailVerifiedAt} is not null
          and ${isSignupLinkUsable({ now })})`,
      returning: { id: accountTokens.id },
    },
  ),
)

export type SignupContinuation =
  | { outcome: 'signed_in'; tokens: TokensView; deviceToken: string }
  | { outcome: 'waiting' | 'unknown' }

/** Works once, and not after a password change, a logout, the end of other sessions or a day. */
export async function continueSignup(
  ctx: Ctx<Visitor>,
  ticket: string | undefined,
  client: ClientInfo,
): Promise<SignupContinuation> {
  const tokenId = decryptTicket(ctx, ticket)
  if (!tokenId) return { outcome: 'unknown' }
  const continuation = { tokenId, now: ctx.now }
  const { holder, link, claimed } = await write(ctx, {
    holder: selectHolder(continuation),
    link: selectLinkExists({ tokenId }),
    claimed: claimContinuation(continuation),
  })
  // An address in use got no such link; its browser waits like others, which tells nothing of it.
  if (!link?.isSent) return { outcome: 'waiting' }
  if (!holder) return { outcome: 'unknown' }
  if (claimed.length === 0) return { outcome: 'waiting' }
  const tokens = await openSession(ctx, holder, { ...client, method: 'signup_link' })
  return { outcome: 'signed_in', tokens, deviceToken: createDeviceToken(ctx, holder) }
}

const endWaiting = prepare(({ userId, now }: Params<{ userId: UserId; now: number }>) =>
  endLinkRights({ continuation: alwaysTrue }, sql`${accountTokens.userId} = ${userId}`, now),
)

/** Goes with ending other browsers' sessions: one that waits must not open another. */
export function endSignupContinuation({ now, actor }: Ctx<Member>): Statement {
  return endWaiting({ userId: actor.userId, now })
}
