import { atom } from 'nanostores'
import { authorize, type Errand } from '#site/islands/account/authorize.ts'
import { sayError, saySuccess } from '#site/islands/forms/say.ts'
import { createSignIn, type SignInStore } from '#site/islands/profile/sign-in.store.ts'
import { api } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import type { Locale } from '#worker/contract.ts'
import type { FollowedChannel } from '#worker/features/followed-channels/contract.ts'
import type { IdentitiesView } from '#worker/features/identities/contract.ts'
import { createFollowedChannels } from './followed-channels.store.ts'
import { createReturnMark } from './return-mark.ts'

type Place = {
  /** What is read here, and on the page that the person comes back to. */
  locale: Locale
  /** The section of the page to come back to. */
  anchor: string
  onFollowed: (channels: FollowedChannel[]) => void
}

/** The store, tied to the page it is on. */
export function makeFollowedChannels({ locale, anchor, onFollowed }: Place) {
  const mark = createReturnMark(storageOf('sessionStorage'))
  const $signIn = atom<SignInStore | undefined>()
  const here = () => paths.inLocale(locale, location.pathname) + location.search + anchor

  async function authorizeMarked(errand: Errand): Promise<void> {
    mark.set(errand.next)
    await authorize(errand).catch((error: unknown) => {
      mark.clear()
      throw error
    })
  }

  /** Who connects Twitch by this gets a way into the account, and may have to show who they are. */
  async function leaveForTwitch(): Promise<void> {
    const first = await api.get<IdentitiesView>('users/me/identities')
    const signIn = createSignIn({
      api,
      first,
      authorize: authorizeMarked,
      saySuccess,
      sayError,
    })
    $signIn.set(signIn)
    await signIn.connect({ provider: 'twitch', intent: 'follows', next: here() })
  }

  const store = createFollowedChannels({
    api,
    locale,
    leaveForTwitch,
    takeReturn: () => mark.take(here()),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onFollowed,
    onEarned: (earned) =>
      void import('#site/islands/toggles/tell.ts').then(({ tellEarned }) => tellEarned(earned)),
  })
  return { ...store, $signIn }
}
export type FollowedChannelsOfPage = ReturnType<typeof makeFollowedChannels>
