import { sql, type SQL } from 'drizzle-orm'
import { writeInOrder, type Ctx, type Visitor } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import { identities, users } from '#worker/db/schema/accounts.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { afterChange, insert, update, withNewId } from '#worker/db/writes.ts'
import { acceptedTerms } from '#worker/features/accounts/terms.ts'
import { takeOverUnverifiedAccount } from '#worker/features/accounts/codes/prove-address.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { generateUsernames } from '#worker/features/accounts/codes/generated-username.ts'
import { sessionHolderColumns, openSession } from '#worker/features/accounts/sessions.ts'
import { signUpRateLimit } from '#worker/features/accounts/signup.ts'
import {
  assertNotThrottled,
  attemptAllowedSql,
  recordAttempt,
} from '#worker/request/attempt-limits.ts'
import { addTrust, earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import {
  claimChannel,
  purgeClaimedStreamerCaches,
  selectClaims,
} from '#worker/features/directory/streamers/claims.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import { createInactiveAccountError, deactivationId } from '#worker/auth/inactive-account.ts'
import { AppError } from '#worker/api/errors.ts'
import { matchesIdentity, toIdentityValues, selectVerifiedChannel } from './identity-rows.ts'
import type { ProviderIdentity } from './provider-identity.ts'

/**
 * An e-mail of an existing account opens nothing: its owner connects from inside. An account that
 * never proved the address goes to its owner, as by a mailed code.
 * @throws AppError `sign_in_to_link`, `account_inactive`, `too_many_attempts` when signing up
 */
export async function signInWithIdentity(
  ctx: Ctx<Visitor>,
  identity: ProviderIdentity,
  { client, language }: { client: ClientInfo; language: AcceptedLocale },
): Promise<{ tokens: TokensView; isNew: boolean }> {
  const rateLimit = signUpRateLimit(ctx, client.address)
  const { throttle, count } = recordAttempt(ctx, rateLimit)
  const connected = insertIdentity(ctx, identity, selectUserIdByEmail(identity))
  const { takenOver, inserted, person, claims, ...attempt } = await writeInOrder(ctx, {
    takenOver: takeOverUnverifiedAccount(ctx, emailKeyIfUnknownIdentity(identity), { connected }),
    throttle,
    inserted: withNewId(
      insertMember(ctx, identity, { language, when: attemptAllowedSql(ctx, rateLimit) }),
      (userId: SQL<UserId>) => afterChange(insertIdentity(ctx, identity, userId), { count }),
    ),
    renewed: updateIdentity(identity),
    person: selectPerson(identity),
    claims: selectClaims(selectVerifiedChannel(identity)),
    rewards: grantVerifiedEmailRewards(ctx, identity),
  })
  if (!person) assertNotThrottled(ctx, attempt)
  if (!person) throw new AppError('conflict', 'sign_in_to_link')
  if (!person.isActive) throw createInactiveAccountError(ctx, person.deactivationId)
  const isNew = inserted.hasChanged || takenOver.account.hasChanged
  // Later on, a channel that the member took out of their profile stays out.
  const newClaims = isNew ? claims : []
  const claiming = newClaims.flatMap((claim) => claimChannel(ctx, person.userId, claim))
  const signIn = { ...client, method: identity.provider }
  const tokens = await openSession(ctx, person, signIn, claiming)
  await purgeClaimedStreamerCaches(ctx, newClaims, undefined)
  return { tokens, isNew }
}

const existing = alias(users, 'existing')

/** Only where neither the identity nor its e-mail is known; the first of the names that is free. */
function insertMember(
  { now }: Ctx,
  identity: ProviderIdentity,
  { language, when }: { language: AcceptedLocale; when: SQL },
): Statement {
  const { email } = identity
  const emailKey = email?.toLowerCase() ?? null
  // Never the provider's name: at Google it is a person's real one.
  const names = JSON.stringify(generateUsernames())
  const key = sql<string>`lower(candidate.value)`
  return insert(
    users,
    {
      username: sql<string>`candidate.value`,
      usernameKey: key,
      email,
      emailKey,
      emailVerifiedAt: email === null ? null : now,
      interfaceLanguage: language,
      ...acceptedTerms(now),
      createdAt: now,
    },
    {
      from: sql`json_each(${names}) candidate`,
      where: sql`not exists (select 1 from ${existing} where ${existing.usernameKey} = ${key})
        and not exists (select 1 from ${existing} where ${existing.emailKey} = ${emailKey})
        and not exists (select 1 from ${identities} where ${matchesIdentity(identity)}) and ${when}
        order by candidate.key limit 1`,
    },
  )
}

function insertIdentity({ now }: Ctx, identity: ProviderIdentity, userId: SQL<UserId>): Statement {
  return insert(identities, { ...toIdentityValues(identity), userId, createdAt: now })
}

/** Null where the identity is known, which signs in its own account. */
function emailKeyIfUnknownIdentity(identity: ProviderIdentity): SQL<string | null> {
  return sql`iif(exists (select 1 from ${identities} where ${matchesIdentity(identity)}), null,
    ${identity.email?.toLowerCase() ?? null})`
}

function selectUserIdByEmail({ email }: ProviderIdentity): SQL<UserId> {
  return sql<UserId>`(select ${users.id} from ${users}
    where ${users.emailKey} = ${email?.toLowerCase() ?? null})`
}

/** A provider's word for an address is worth as much as a link that was opened. */
function grantVerifiedEmailRewards(ctx: Ctx, identity: ProviderIdentity) {
  const userId = sql`(select ${users.id} from ${identities}
    join ${users} on ${users.id} = ${identities.userId} where ${matchesIdentity(identity)}
      and ${users.emailVerifiedAt} = ${ctx.now})`
  const ledgerFact = { userId, action: 'email_verified', subject: 'email' } as const
  return [inOrder(earnXp(ctx, ledgerFact)), addTrust(ctx, ledgerFact)] as const
}

function updateIdentity(identity: ProviderIdentity): Statement {
  const { email, name } = identity
  return update(identities, { email, name }, { where: matchesIdentity(identity) })
}

type IdentityKey = Pick<ProviderIdentity, 'provider' | 'providerUserId'>

const selectPerson = prepare(({ provider, providerUserId }: Params<IdentityKey>) =>
  selectFirst(
    { ...sessionHolderColumns, isActive: users.isActive, deactivationId },
    sql`from ${identities} join ${users} on ${users.id} = ${identities.userId}
        where ${identities.provider} = ${provider}
          and ${identities.providerUserId} = ${providerUserId}`,
  ),
)
