import { sql, type SQL } from 'drizzle-orm'
import type { Config } from '#worker/env.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { identities } from '#worker/db/schema/accounts.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import type { ProviderIdentity } from './provider-identity.ts'

export function matchesIdentity({ provider, providerUserId }: ProviderIdentity): SQL {
  return sql`${identities.provider} = ${provider}
    and ${identities.providerUserId} = ${providerUserId}`
}

export function toIdentityValues(config: Config, identity: ProviderIdentity) {
  const { provider, providerUserId, email, name } = identity
  return { provider, providerUserId, email, name, ...encryptTokens(config, identity) }
}

export function encryptTokens({ ENCRYPTION_KEY }: Config, { tokens }: ProviderIdentity) {
  const encryptIfGiven = (token: string | null | undefined) =>
    token ? encrypt(ENCRYPTION_KEY, token) : null
  return {
    accessToken: encryptIfGiven(tokens?.accessToken),
    refreshToken: encryptIfGiven(tokens?.refreshToken),
  }
}

export function selectVerifiedChannel({ provider, name }: ProviderIdentity): SQL {
  return sql`select ${provider} as platform, ${name} as name, ${accountKey(name ?? '')} as name_key
    where ${provider} <> 'google' and ${name} is not null`
}
