import { getLocale } from '#messages/runtime'
import { redirectToOAuthProvider } from '#site/lib/session/authorize.ts'
import { createOnceOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { clearUserData } from '#site/lib/storage.ts'
import { session } from '#site/lib/session/session.store.ts'
import { api } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import type { SessionsView, SettingsView } from '#worker/features/accounts/contract.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import type { PasskeysView } from '#worker/features/accounts/passkeys/contract.ts'
import { getSharedSettingsStore } from '../settings/settings.store.ts'
import { createAccountStore } from './account.store.ts'
import { createDevicesStore, type DevicesStore } from './devices.store.ts'
import { rewardAnnouncingApi } from '#site/lib/session/reward-announcing-api.ts'
import { workerMediaUrl } from '#worker/contracts/media-url.ts'
import { createMyDataStore } from './my-data.store.ts'
import { createSignInStore } from './sign-in.store.ts'
import { createPasskeysStore } from '../passkeys/passkeys.store.ts'

const voice = { showSuccess, showError }

function clearSession(): void {
  session.clear()
  clearUserData()
}

function clearSessionAndGoHome(): void {
  clearSession()
  location.assign(paths.home(getLocale()))
}

let devicesStore: DevicesStore | undefined
export const getSharedDevicesStore = createOnceOnClient((initialSessions: SessionsView) => {
  devicesStore = createDevicesStore({
    api,
    first: initialSessions,
    onLeave: clearSessionAndGoHome,
    ...voice,
  })
  return devicesStore
})

export const getSharedAccountStore = createOnceOnClient((settings: SettingsView) =>
  createAccountStore({
    api: rewardAnnouncingApi,
    settings: getSharedSettingsStore(settings),
    onPasswordChange: () => devicesStore?.forgetOthers(),
    ...voice,
  }),
)

export const getSharedSignInStore = createOnceOnClient((initialIdentities: IdentitiesView) =>
  createSignInStore({
    api,
    first: initialIdentities,
    authorize: redirectToOAuthProvider,
    ...voice,
  }),
)

export function downloadFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

export const getSharedPasskeysStore = createOnceOnClient(
  ({ passkeys, identities }: { passkeys: PasskeysView; identities: IdentitiesView }) =>
    createPasskeysStore({
      api,
      first: passkeys,
      signIn: getSharedSignInStore(identities),
      ...voice,
    }),
)

async function fetchPicture(path: string) {
  const answer = await fetch(workerMediaUrl(path))
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
}

export function createMyDataStoreForPage() {
  const effects = { keepFile: downloadFile, onDeleted: clearSession, fetchPicture }
  return createMyDataStore({ api, ...effects, ...voice })
}
