import { readSessionId } from '#site/lib/session/access-token.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import { openStorage } from '#site/lib/storage.ts'
import { pushBrowser } from './push-browser.ts'
import { sendPushHeartbeat } from './heartbeat.store.ts'

export function renewPushSubscription(): Promise<void> {
  return sendPushHeartbeat({
    api,
    browser: pushBrowser,
    memory: openStorage('localStorage'),
    session: readSessionId(readAccessToken()),
    now: Date.now(),
  })
}

/** A push service that does not answer keeps nobody from leaving. */
const longestMs = 2000

/** Even where the server knows another session of this browser. */
export async function unsubscribePushOnLogout(): Promise<void> {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, longestMs))
  await Promise.race([pushBrowser.unsubscribe(), tooLong])
}
