import { sql, type SQL } from 'drizzle-orm'
import { accountKey } from '#worker/contracts/platforms.ts'
import { identities } from '#worker/db/schema/accounts.ts'
import type { ProviderIdentity } from './provider-identity.ts'

export function matchesIdentity({ provider, providerUserId }: ProviderIdentity): SQL {
  return sql`${identities.provider} = ${provider}
    and ${identities.providerUserId} = ${providerUserId}`
}

export function toIdentityValues({ provider, providerUserId, email, name }: ProviderIdentity) {
  return { provider, providerUserId, email, name }
}

export function selectVerifiedChannel({ provider, name }: ProviderIdentity): SQL {
  return sql`select ${provider} as platform, ${name} as name, ${accountKey(name ?? '')} as name_key
    where ${provider} <> 'google' and ${name} is not null`
}
