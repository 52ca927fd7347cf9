import { atom } from 'nanostores'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import type { PendingOAuth } from '#site/lib/session/authorize.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type {
  IdentitiesView,
  OAuthProvider,
} from '#worker/features/accounts/identities/contract.ts'
import { createReauthenticationStore } from '#site/features/accounts/reauthentication/reauthentication.store.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post' | 'delete'>
  first: IdentitiesView
  authorize: (pending: PendingOAuth) => Promise<void>
}

export const providerNames: Record<OAuthProvider, string> = { google: 'Google', twitch: 'Twitch' }
export const providers = Object.keys(providerNames) as OAuthProvider[]

export function createSignInStore(dependencies: Dependencies) {
  const { api, first, authorize, showError } = dependencies
  const $identities = atom(first)
  const reauthentication = createReauthenticationStore(api)
  const { $isBusy, run } = createActionRunner(dependencies)

  function reauthenticateWithProvider(provider: OAuthProvider): Promise<boolean> {
    const section = reauthentication.$waiting.get()?.place ?? 'sign-in'
    return run(
      () => authorize({ provider, intent: 'login', next: `${location.pathname}#${section}` }),
      () => m.sign_in_connect_failed({ provider: providerNames[provider] }),
    )
  }

  function connect(pending: PendingOAuth): Promise<boolean> {
    const section = pending.next.split('#')[1] ?? 'sign-in'
    return run(
      () =>
        reauthentication.runReauthenticated(() => authorize(pending), {
          place: section,
          goOn: () => void connect(pending),
        }),
      () => m.sign_in_connect_failed({ provider: providerNames[pending.provider] }),
    )
  }

  async function reload(): Promise<void> {
    try {
      $identities.set(await api.get('users/me/identities'))
    } catch (error) {
      showError(failureText(error, m.sign_in_load_failed))
    }
  }

  async function disconnect(provider: OAuthProvider): Promise<void> {
    const names = { provider: providerNames[provider] }
    async function act(): Promise<string> {
      $identities.set(await api.delete('users/me/identities/:provider', { params: { provider } }))
      return m.sign_in_disconnected(names)
    }
    const isDone = await run(
      () =>
        reauthentication.runReauthenticated(act, {
          place: 'sign-in',
          goOn: () => void disconnect(provider),
        }),
      () => m.sign_in_disconnect_failed(names),
    )
    // Refused: what is shown may be out of date.
    if (!isDone) await reload()
  }

  const mark = (changes: Partial<IdentitiesView>) =>
    $identities.set({ ...$identities.get(), ...changes })

  return {
    ...reauthentication,
    $identities,
    $isBusy,
    connect,
    disconnect,
    markPassword: () => mark({ has_password: true }),
    markPasskey: (has_passkey: boolean) => mark({ has_passkey }),
    reauthenticateWithProvider,
  }
}
export type SignInStore = ReturnType<typeof createSignInStore>

export function isLastSignInMethod(
  { items, has_password, has_passkey }: IdentitiesView,
  provider: OAuthProvider,
) {
  const others = providers.filter((otherProvider) => otherProvider !== provider)
  return (
    !has_password &&
    !has_passkey &&
    !items.some((item) => others.some((otherProvider) => otherProvider === item.provider))
  )
}
