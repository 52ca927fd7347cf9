import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { openStorage } from '#site/lib/storage.ts'
import { pushOfferedKey } from '#site/lib/storage-keys.ts'
import type { PushDevicesView } from '#worker/features/notifications/push/contract.ts'
import { offerPushOnce, createPushStore } from './push.store.ts'
import { pushBrowser } from './push-browser.ts'

const memory = openStorage('localStorage')
const isDecided = () => Notification.permission !== 'default'
const readDevices = () => api.get('users/me/push_subscriptions')

/** The browser itself is asked on a yes alone. */
export async function offerPush(): Promise<void> {
  let first: PushDevicesView = { public_key: null, items: [] }
  await offerPushOnce({
    browser: pushBrowser,
    isDecided,
    memory,
    async readPublicKey() {
      first = await readDevices()
      return first.public_key
    },
    ask() {
      showPushToast(m.push_offer(), first)
    },
  })
}

function showPushToast(text: string, first: PushDevicesView): void {
  const voice = { showSuccess, showError, onChange: () => undefined }
  const push = createPushStore({ api, browser: pushBrowser, first, ...voice })
  const action = { label: m.push_offer_yes(), run: () => void push.turnOn() }
  showLoadedToast(text, { action, duration: 12_000 })
}

export function showPushStopped(publicKey: string): void {
  showPushToast(m.push_stopped(), { public_key: publicKey, items: [] })
}

/** Shown in a place that asks by itself, which is told the outcome: no toast asks again. */
export async function findPushSwitch(
  say: (text: string) => void,
): Promise<(() => Promise<boolean>) | undefined> {
  if (pushBrowser.support() !== 'ready' || isDecided()) return undefined
  const first = await readDevices()
  if (first.public_key === null) return undefined
  memory.setItem(pushOfferedKey, 'yes')
  const voice = { showSuccess: say, showError: say, onChange: () => undefined }
  const push = createPushStore({ api, browser: pushBrowser, first, ...voice })
  return async () => {
    await push.turnOn()
    return push.$isOn.get()
  }
}
