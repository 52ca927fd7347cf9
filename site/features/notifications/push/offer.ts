import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { openStorage } from '#site/lib/storage.ts'
import type { PushDevicesView } from '#worker/features/notifications/push/contract.ts'
import { offerPushOnce, createPushStore } from './push.store.ts'
import { pushBrowser } from './push-browser.ts'

/** The browser itself is asked on a yes alone. */
export async function offerPush(): Promise<void> {
  let first: PushDevicesView = { public_key: null, items: [] }
  await offerPushOnce({
    browser: pushBrowser,
    isDecided: () => Notification.permission !== 'default',
    memory: openStorage('localStorage'),
    async readPublicKey() {
      first = await api.get('users/me/push_subscriptions')
      return first.public_key
    },
    ask() {
      const voice = { showSuccess, showError, onChange: () => undefined }
      const push = createPushStore({ api, browser: pushBrowser, first, ...voice })
      const action = { label: m.push_offer_yes(), run: () => void push.turnOn() }
      showLoadedToast(m.push_offer(), { action, duration: 12_000 })
    },
  })
}
