import { readSessionId } from '#site/lib/session/access-token.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import { openStorage } from '#site/lib/storage.ts'
import { pushBrowser } from './push-browser.ts'
import { comparePushSubscription } from './comparison.store.ts'

export function compareWithServer(): Promise<void> {
  return comparePushSubscription({
    api,
    browser: pushBrowser,
    memory: openStorage('localStorage'),
    visit: openStorage('sessionStorage'),
    session: readSessionId(readAccessToken()),
    onStopped: (publicKey) =>
      void import('./offer.ts').then(({ showPushStopped }) => showPushStopped(publicKey)),
  })
}

/** A push service that does not answer keeps nobody from leaving. */
const longestMs = 2000

/** Even where the server knows another session of this browser. */
export async function unsubscribePushOnLogout(): Promise<void> {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, longestMs))
  navigator.setAppBadge?.(0).catch(() => undefined)
  await Promise.race([pushBrowser.unsubscribe(), tooLong])
}
