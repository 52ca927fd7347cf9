import { atom } from 'nanostores'
import { redirectToOAuthProvider } from '#site/lib/session/authorize.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import {
  createSignInStore,
  type SignInStore,
} from '#site/features/accounts/profile/sign-in.store.ts'
import { api } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import { openStorage } from '#site/lib/storage.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { FollowedChannel } from '#worker/features/directory/followed-channels/contract.ts'
import { createFollowedChannelsStore } from './followed-channels.store.ts'
import { createPendingImportStorage, rememberImportOnAuthorize } from './pending-import.ts'

type PagePlace = {
  /** The language here and on the page to return to. */
  locale: Locale
  /** The section of the page to return to. */
  anchor: string
  onFollowed: (channels: FollowedChannel[]) => void
}

export function createPageFollowedChannels({ locale, anchor, onFollowed }: PagePlace) {
  const pendingImport = createPendingImportStorage(openStorage('sessionStorage'))
  const $signIn = atom<SignInStore | undefined>()
  const here = () => paths.inLocale(locale, location.pathname) + location.search + anchor

  /** Connecting Twitch adds a sign-in method, which may need a recent authentication. */
  async function leaveForTwitch(): Promise<void> {
    const initialIdentities = await api.get('users/me/identities')
    const signIn = createSignInStore({
      api,
      first: initialIdentities,
      authorize: rememberImportOnAuthorize(pendingImport, redirectToOAuthProvider),
      showSuccess,
      showError,
    })
    $signIn.set(signIn)
    await signIn.connect({ provider: 'twitch', intent: 'follows', next: here() })
  }

  const store = createFollowedChannelsStore({
    api,
    locale,
    leaveForTwitch,
    takeReturn: () => pendingImport.take(here()),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onFollowed,
    onEarned: (earned) =>
      void import('#site/features/hype/toggles/toggle-toasts.ts').then(({ showToggleRewards }) =>
        showToggleRewards(earned),
      ),
  })
  return { ...store, $signIn }
}
export type PageFollowedChannels = ReturnType<typeof createPageFollowedChannels>
