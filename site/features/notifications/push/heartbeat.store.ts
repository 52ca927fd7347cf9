import { dayMs } from '#worker/contracts/durations.ts'
import type { Api } from '#site/lib/api.ts'
import { pushHeartbeatKey } from '#site/lib/storage-keys.ts'
import type { PushBrowser } from './push-browser.ts'

type Dependencies = {
  api: Pick<Api, 'put'>
  browser: Pick<PushBrowser, 'endpoint'>
  memory: Pick<Storage, 'getItem' | 'setItem'>
  /** Session of the page, until the member signs in anew. */
  session: string
  now: number
}

/** Once a day and after each sign-in: this browser's pushes belong to the present session. */
export async function sendPushHeartbeat(dependencies: Dependencies): Promise<void> {
  const { api, browser, memory, session, now } = dependencies
  const seen = `${session} ${Math.floor(now / dayMs)}`
  if (memory.getItem(pushHeartbeatKey) === seen) return
  const endpoint = await browser.endpoint()
  if (endpoint === undefined) return
  await api.put('users/me/push_subscriptions', { body: { endpoint } })
  memory.setItem(pushHeartbeatKey, seen)
}
