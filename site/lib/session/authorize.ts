import * as v from 'valibot'
import { api } from '#site/lib/api.ts'
import { openStorage } from '#site/lib/storage.ts'
import { pendingOAuthKey } from '#site/lib/storage-keys.ts'
import { OAuthIntent, OAuthProvider } from '#worker/features/accounts/identities/contract.ts'

const storage = openStorage('sessionStorage')

const PendingOAuth = v.object({ provider: OAuthProvider, intent: OAuthIntent, next: v.string() })
export type PendingOAuth = v.InferOutput<typeof PendingOAuth>

export async function redirectToOAuthProvider(pending: PendingOAuth): Promise<void> {
  const { provider, intent, next } = pending
  const { authorize_url } = await api.get('auth/:provider/authorize', {
    params: { provider },
    query: { intent, next },
  })
  storage.setItem(pendingOAuthKey, JSON.stringify(pending))
  location.assign(authorize_url)
}

export function readPendingOAuth(provider: OAuthProvider): PendingOAuth | undefined {
  try {
    const pending = v.parse(PendingOAuth, JSON.parse(storage.getItem(pendingOAuthKey) ?? ''))
    return pending.provider === provider ? pending : undefined
  } catch {
    return undefined
  }
}
