import type { Api } from '#site/lib/api.ts'
import { pushEndpointKey, pushVisitKey } from '#site/lib/storage-keys.ts'
import type { DeviceComparisonView } from '#worker/features/notifications/push/contract.ts'
import type { PushBrowser } from './push-browser.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Dependencies = {
  api: Pick<Api, 'put' | 'post'>
  browser: Pick<PushBrowser, 'endpoint' | 'subscribe'>
  memory: TextStorage
  visit: TextStorage
  /** Session of the page, until the member signs in anew. */
  session: string
  /** Nothing arrives here any more, and the person has to turn it on again. */
  onStopped: (publicKey: string) => void
}

const path = 'users/me/push_subscriptions'

/** At each visit, and on each page where the browser has another subscription than before. */
export async function comparePushSubscription(dependencies: Dependencies): Promise<void> {
  const { api, browser, memory, visit, session } = dependencies
  const own = await browser.endpoint()
  const known = memory.getItem(pushEndpointKey) ?? undefined
  if (own === known && (own === undefined || visit.getItem(pushVisitKey) === session)) return
  const compare = (endpoint: string) => api.put(path, { body: { endpoint } })
  const present = own === undefined ? undefined : await compare(own)
  visit.setItem(pushVisitKey, session)
  if (own !== undefined && present?.is_known) return memory.setItem(pushEndpointKey, own)
  if (known === undefined) return
  await renew(dependencies, known, present && own === known ? present : await compare(known))
}

/** Where it was ended elsewhere, nothing starts it again by itself. */
async function renew(
  { api, browser, memory, onStopped }: Dependencies,
  known: string,
  { is_known, public_key }: DeviceComparisonView,
): Promise<void> {
  if (public_key === null) return
  const renewed = is_known && (await browser.subscribe(public_key).catch(() => undefined))
  if (renewed) {
    await api.post(path, { body: { ...renewed, replaces: known } })
    return memory.setItem(pushEndpointKey, renewed.endpoint)
  }
  if (is_known) await api.put(path, { body: { endpoint: known, is_lost: true } })
  memory.removeItem(pushEndpointKey)
  onStopped(public_key)
}
