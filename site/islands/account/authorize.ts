import { api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import type { AuthorizeView, OAuthProvider } from '#worker/features/identities/contract.ts'

const storage = storageOf('sessionStorage')
const key = 'next after provider'

/** To the provider's own page, to sign in; it sends the person back to our callback. */
export async function authorize(provider: OAuthProvider, next: string): Promise<void> {
  const path = withQuery(`auth/${provider}/authorize`, { intent: 'login', next })
  const { authorize_url } = await api.get<AuthorizeView>(path)
  storage.setItem(key, next)
  location.assign(authorize_url)
}

/** Where the person was going when they left for the provider. */
export function lastNext(): string | null {
  return storage.getItem(key)
}
