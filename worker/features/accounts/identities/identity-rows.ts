import { sql, type SQL } from 'drizzle-orm'
import type { Config } from '#worker/env.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { identities } from '#worker/db/schema/people.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import type { ProviderIdentity } from './provider-identity.ts'

/** The row of `identities` that a proof is about. */
export function identityOf({ provider, providerUserId }: ProviderIdentity): SQL {
  return sql`${identities.provider} = ${provider}
    and ${identities.providerUserId} = ${providerUserId}`
}

/** Its values in the database. */
export function identityValues(config: Config, proof: ProviderIdentity) {
  const { provider, providerUserId, email, name } = proof
  return { provider, providerUserId, email, name, ...encryptTokens(config, proof) }
}

/** What is kept of a provider's tokens, in the database and in cookies: nothing that can be read. */
export function encryptTokens({ ENCRYPTION_KEY }: Config, { tokens }: ProviderIdentity) {
  const seal = (token: string | null | undefined) => (token ? encrypt(ENCRYPTION_KEY, token) : null)
  return { accessToken: seal(tokens?.accessToken), refreshToken: seal(tokens?.refreshToken) }
}

/** The channel that a proof is of, for `selectClaims`; a Google account is none. */
export function verifiedChannel({ provider, name }: ProviderIdentity): SQL {
  return sql`select ${provider} as platform, ${name} as name, ${accountKey(name ?? '')} as name_key
    where ${provider} <> 'google' and ${name} is not null`
}
