import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { openSession, type SessionHolder } from '#worker/features/accounts/sessions.ts'
import { signUpLimit } from '#worker/features/accounts/signup.ts'
import { assertNotThrottled, isAllowed, recordAttempt } from '#worker/features/accounts/throttle.ts'
import { addTrust, earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import {
  claimStatements,
  purgeClaimed,
  selectClaims,
} from '#worker/features/directory/streamers/claims.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { AppError } from '#worker/api/errors.ts'
import { identityOf, verifiedChannel, encryptTokens } from './identity-rows.ts'
import type { ProviderIdentity } from './provider-identity.ts'
import { usernamesFrom } from './usernames.ts'

/**
 * Signs in whom an identity belongs to, or makes a member of who comes with a new one. An e-mail of
 * an existing account opens nothing: its owner connects from inside.
 * @throws AppError `sign_in_to_link`, `account_inactive`, `too_many_attempts` when signing up
 */
export async function signInWith(
  ctx: Ctx<Visitor>,
  proof: ProviderIdentity,
  { client, language }: { client: ClientInfo; language: Locale },
): Promise<{ tokens: TokensView; isNew: boolean }> {
  const rateLimit = signUpLimit(ctx, client.address)
  const [inserted, , [opening], , , [person], claims] = await write(ctx, [
    insertMember(ctx, proof, { language, when: isAllowed(ctx, rateLimit) }),
    insertIdentity(ctx, proof),
    ...recordAttempt(ctx, rateLimit, sql`changes() = 1`),
    updateIdentity(ctx, proof),
    selectPerson(ctx, proof),
    selectClaims(verifiedChannel(proof)),
    ...verifiedEmail(ctx, proof),
  ])
  if (!person) assertNotThrottled(ctx, opening)
  if (!person) throw new AppError('conflict', 'sign_in_to_link')
  if (!person.isActive) throw new AppError('forbidden', 'account_inactive')
  const isNew = inserted.length === 1
  // Later on, a channel that the member took out of their profile stays out.
  const fresh = isNew ? claims : []
  const claiming = fresh.flatMap((claim) => claimStatements(ctx, person.userId, claim))
  const tokens = await openSession(ctx, person, client, claiming)
  await purgeClaimed(ctx, fresh, undefined)
  return { tokens, isNew }
}

/** Only where neither the identity nor its e-mail is known; the first of the names that is free. */
function insertMember(
  { db, now }: Ctx,
  proof: ProviderIdentity,
  { language, when }: { language: Locale; when: SQL },
): Statement<{ id: UserId }[]> {
  const { email } = proof
  const emailKey = email?.toLowerCase() ?? null
  const names = JSON.stringify(usernamesFrom(proof.name))
  return rows(
    db,
    sql`insert into users (username, username_key, email, email_key, email_verified_at, interface_language, created_at)
      select value, lower(value), ${email}, ${emailKey}, ${email && now}, ${language}, ${now}
      from json_each(${names})
      where not exists (select 1 from users where username_key = lower(value))
        and not exists (select 1 from users where email_key = ${emailKey})
        and not exists (select 1 from identities where ${identityOf(proof)}) and ${when}
      order by key limit 1 returning id`,
  )
}

function insertIdentity({ db, now, config }: Ctx, proof: ProviderIdentity): Statement {
  const { accessToken, refreshToken } = encryptTokens(config, proof)
  return rows(
    db,
    sql`insert into identities (user_id, provider, provider_user_id, email, name, access_token, refresh_token, created_at)
      select last_insert_rowid(), ${proof.provider}, ${proof.providerUserId}, ${proof.email},
        ${proof.name}, ${accessToken}, ${refreshToken}, ${now} where changes() = 1`,
  )
}

/** A provider's word for an address is worth as much as a link that was opened. */
function verifiedEmail(ctx: Ctx, proof: ProviderIdentity) {
  const userId = sql`(select u.id from identities i join users u on u.id = i.user_id
    where ${identityOf(proof)} and u.created_at = ${ctx.now} and u.email_verified_at = ${ctx.now})`
  const fact = { userId, action: 'email_verified', subject: 'email' } as const
  return [...earnXp(ctx, fact), addTrust(ctx, fact)] as const
}

function updateIdentity({ db, config }: Ctx, proof: ProviderIdentity): Statement {
  const { accessToken, refreshToken } = encryptTokens(config, proof)
  return rows(
    db,
    sql`update identities set email = ${proof.email}, name = ${proof.name},
        access_token = ${accessToken}, refresh_token = ${refreshToken}
      where ${identityOf(proof)}`,
  )
}

function selectPerson(
  { db }: Ctx,
  proof: ProviderIdentity,
): Statement<(SessionHolder & { isActive: number })[]> {
  return rows(
    db,
    sql`select u.id as userId, u.role, u.is_active as isActive,
        exists (select 1 from streamers where user_id = u.id) as isStreamer
      from identities i join users u on u.id = i.user_id where ${identityOf(proof)}`,
  )
}
