import { atom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/islands/forms/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import type {
  AuthorizeView,
  IdentitiesView,
  OAuthIntent,
  OAuthProvider,
} from '#worker/features/identities/contract.ts'
import { createActing, type Voice } from './acting.store.ts'

type Surroundings = Voice & {
  api: Pick<Api, 'get' | 'delete'>
  first: IdentitiesView
  /** Off to the provider, which sends the person back. */
  leaveFor: (address: string) => void
}

export const providerNames: Record<OAuthProvider, string> = { google: 'Google', twitch: 'Twitch' }
export const providers = Object.keys(providerNames) as OAuthProvider[]

type Connection = { provider: OAuthProvider; intent: OAuthIntent; next: string }

/** The ways into the account. */
export function createSignIn(surroundings: Surroundings) {
  const { api, first, leaveFor, sayError } = surroundings
  const $identities = atom(first)
  const { $isBusy, run } = createActing(surroundings)

  function connect({ provider, intent, next }: Connection): Promise<boolean> {
    return run(
      async () => {
        const path = withQuery(`auth/${provider}/authorize`, { intent, next })
        leaveFor((await api.get<AuthorizeView>(path)).authorize_url)
      },
      () => m.sign_in_connect_failed({ provider: providerNames[provider] }),
    )
  }

  async function reload(): Promise<void> {
    try {
      $identities.set(await api.get<IdentitiesView>('users/me/identities'))
    } catch (error) {
      sayError(failureText(error, m.sign_in_load_failed))
    }
  }

  async function disconnect(provider: OAuthProvider): Promise<void> {
    const names = { provider: providerNames[provider] }
    const isDone = await run(
      async () => {
        $identities.set(await api.delete<IdentitiesView>(`users/me/identities/${provider}`))
        return m.sign_in_disconnected(names)
      },
      () => m.sign_in_disconnect_failed(names),
    )
    // Refused: what is shown may be out of date.
    if (!isDone) await reload()
  }

  function markPassword(): void {
    $identities.set({ ...$identities.get(), has_password: true })
  }

  return { $identities, $isBusy, connect, disconnect, markPassword }
}
export type SignInStore = ReturnType<typeof createSignIn>

/** Without this one nothing would be left to sign in with. */
export function isLastWayIn({ items, has_password }: IdentitiesView, provider: OAuthProvider) {
  const others = providers.filter((one) => one !== provider)
  return !has_password && !items.some((item) => others.some((one) => one === item.provider))
}
