import * as v from 'valibot'
import { api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import {
  OAuthIntent,
  OAuthProvider,
  type AuthorizeView,
} from '#worker/features/identities/contract.ts'

const storage = storageOf('sessionStorage')
const key = 'errand at provider'

/** What a person goes to a provider for, and where they go on afterwards. */
const Errand = v.object({ provider: OAuthProvider, intent: OAuthIntent, next: v.string() })
export type Errand = v.InferOutput<typeof Errand>

/** To the provider's own page; it sends the person back to our callback. */
export async function authorize(errand: Errand): Promise<void> {
  const { provider, intent, next } = errand
  const path = withQuery(`auth/${provider}/authorize`, { intent, next })
  const { authorize_url } = await api.get<AuthorizeView>(path)
  storage.setItem(key, JSON.stringify(errand))
  location.assign(authorize_url)
}

/** What the person last left for that provider for. */
export function lastErrand(provider: OAuthProvider): Errand | undefined {
  try {
    const errand = v.parse(Errand, JSON.parse(storage.getItem(key) ?? ''))
    return errand.provider === provider ? errand : undefined
  } catch {
    return undefined
  }
}
