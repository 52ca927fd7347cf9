import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { write, type Ctx, type Member, type Visitor } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { decrypt, encrypt } from '#worker/auth/crypto.ts'
import type { TokensView } from './contract.ts'
import { newDeviceToken } from './known-device.ts'
import { openSession, type SessionHolder } from './sessions.ts'

/** The lifetime of the mailed link. */
export const signupTicketSeconds = 86_400

const Ticket = v.object({ tokenId: v.string(), expiresAt: v.number() })

/** The cookie of the browser that signed up: the encrypted id of its mailed link. */
export function newSignupTicket({ config, now }: Ctx, tokenId: string): string {
  const ticket = { tokenId, expiresAt: now + signupTicketSeconds * 1000 }
  return encrypt(config.ENCRYPTION_KEY, JSON.stringify(ticket))
}

function openTicket({ config, now }: Ctx, encrypted: string | undefined): string | undefined {
  try {
    const ticket = v.parse(Ticket, JSON.parse(decrypt(config.ENCRYPTION_KEY, encrypted ?? '')))
    return ticket.expiresAt > now ? ticket.tokenId : undefined
  } catch {
    return undefined
  }
}

type Person = SessionHolder & { usernameKey: string; emailKey: string | null }

export type Continuation =
  | { outcome: 'signed_in'; tokens: TokensView; deviceMark: string }
  | { outcome: 'waiting' | 'unknown' }

/**
 * Signs in the browser that signed up, once the address is verified on any device. It works once,
 * and not after a password change, a logout, the end of all other sessions or a day.
 */
export async function continueSignup(
  ctx: Ctx<Visitor>,
  ticket: string | undefined,
  client: ClientInfo,
): Promise<Continuation> {
  const tokenId = openTicket(ctx, ticket)
  if (!tokenId) return { outcome: 'unknown' }
  const { db, now } = ctx
  const isOpen = sql`t.kind = 'verify_email' and t.continued_at is null and t.expires_at > ${now}
    and u.email = t.email and u.is_active = 1`
  const [[person], [link], claimed] = await write(ctx, [
    rows<Person>(
      db,
      sql`select u.id as userId, u.role, u.username_key as usernameKey, u.email_key as emailKey,
          exists (select 1 from streamers where user_id = u.id) as isStreamer
        from account_tokens t join users u on u.id = t.user_id
        where t.id = ${tokenId} and ${isOpen}`,
    ),
    rows<{ isMade: 0 | 1 }>(
      db,
      sql`select exists (select 1 from account_tokens where id = ${tokenId}) as isMade`,
    ),
    rows(
      db,
      sql`update account_tokens as t set continued_at = ${now} where t.id = ${tokenId}
        and exists (select 1 from users u where u.id = t.user_id
          and u.email_verified_at is not null and ${isOpen})
        returning id`,
    ),
  ])
  // An address in use got no such link; its browser waits like others, which tells nothing of it.
  if (!link?.isMade) return { outcome: 'waiting' }
  if (!person) return { outcome: 'unknown' }
  if (claimed.length === 0) return { outcome: 'waiting' }
  const tokens = await openSession(ctx, person, client)
  return { outcome: 'signed_in', tokens, deviceMark: newDeviceToken(ctx, person) }
}

/** Goes with ending other browsers' sessions: one that waits must not open another. */
export function endContinuation({ db, now, actor }: Ctx<Member>): Statement {
  return rows(
    db,
    sql`update account_tokens set continued_at = ${now}
      where user_id = ${actor.userId} and continued_at is null`,
  )
}
