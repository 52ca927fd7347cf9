import { atom, computed } from 'nanostores'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { pushOfferedKey } from '#site/lib/storage-keys.ts'
import type {
  PushDevicesView,
  PushDeviceView,
} from '#worker/features/notifications/push/contract.ts'
import { deviceName } from '#site/features/accounts/profile/devices.store.ts'
import type { PushBrowser, PushSupport } from './push-browser.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'post' | 'delete'>
  browser: PushBrowser
  first: PushDevicesView
  /** The channel may have become usable, or no longer be. */
  onChange: () => void
}

type TestDependencies = Pick<Dependencies, 'api' | 'showSuccess' | 'showError'> & {
  run: ReturnType<typeof createActionRunner>['run']
}

/** A push service knows only that it took the message: the person is asked. */
function createDeviceTest({ api, run, showSuccess, showError }: TestDependencies) {
  const $tested = atom<PushDeviceView['id'] | undefined>(undefined)

  function test({ id }: PushDeviceView): Promise<boolean> {
    return run(async () => {
      await api.post('users/me/push_subscriptions/:id/test', { params: { id } })
      $tested.set(id)
    }, m.push_test_failed)
  }

  function answerTest(device: PushDeviceView, wasShown: boolean): void {
    $tested.set(undefined)
    if (wasShown) showSuccess(m.push_test_seen({ device: deviceName(device) }))
    else showError(m.push_test_unseen())
  }

  return { $tested, test, answerTest }
}

export function createPushStore({ api, browser, first, onChange, ...voice }: Dependencies) {
  const { public_key: publicKey } = first
  const $devices = atom(first.items)
  const $own = atom<string | undefined>(undefined)
  const $support = atom<PushSupport | 'unknown'>('unknown')
  const $isOn = computed([$devices, $own], (devices, own) =>
    devices.some(({ fingerprint }) => fingerprint === own),
  )
  const { $isBusy, run } = createActionRunner(voice)

  async function look(): Promise<void> {
    $support.set(browser.support())
    $own.set(await browser.fingerprint().catch(() => undefined))
  }

  function drop(id: PushDeviceView['id']): void {
    $devices.set($devices.get().filter((device) => device.id !== id))
    onChange()
  }

  function turnOn(): Promise<boolean> {
    return run(async () => {
      const subscription =
        publicKey === null
          ? undefined
          : await browser.subscribe(publicKey).catch((error: unknown) => {
              console.error('Failed to subscribe to push', error)
              return 'unreachable' as const
            })
      $support.set(browser.support())
      if (subscription === 'unreachable') return voice.showError(m.push_unreachable())
      if (!subscription) {
        const isBlocked = $support.get() === 'blocked'
        return voice.showError(isBlocked ? m.push_blocked() : m.push_refused())
      }
      const device = await api.post('users/me/push_subscriptions', { body: subscription })
      $own.set(device.fingerprint)
      $devices.set([device, ...$devices.get().filter(({ id }) => id !== device.id)])
      onChange()
      return m.push_on()
    }, m.push_failed)
  }

  async function forget(device: PushDeviceView): Promise<void> {
    await api.delete('users/me/push_subscriptions/:id', { params: { id: device.id } })
    // The server pushes here no more, whatever the browser says to this.
    if (device.fingerprint === $own.get()) await browser.unsubscribe().catch(() => undefined)
    drop(device.id)
  }

  function turnOff(): Promise<boolean> {
    return run(async () => {
      const device = $devices.get().find(({ fingerprint }) => fingerprint === $own.get())
      if (device) await forget(device)
      return m.push_off()
    }, m.push_failed)
  }

  function remove(device: PushDeviceView): Promise<boolean> {
    return run(async () => {
      await forget(device)
      return m.push_removed()
    }, m.push_failed)
  }

  const shown = { publicKey, $devices, $support, $isOn, $isBusy }
  return { ...createDeviceTest({ api, run, ...voice }), ...shown, look, turnOn, turnOff, remove }
}
export type PushStore = ReturnType<typeof createPushStore>

type OfferDependencies = {
  browser: Pick<PushBrowser, 'support'>
  /** The person answered the browser's question before. */
  isDecided: () => boolean
  memory: Pick<Storage, 'getItem' | 'setItem'>
  readPublicKey: () => Promise<string | null>
  ask: () => void
}

/** Once for each browser, and only where a yes would be heard. */
export async function offerPushOnce(dependencies: OfferDependencies): Promise<void> {
  const { browser, isDecided, memory, readPublicKey, ask } = dependencies
  if (browser.support() !== 'ready' || isDecided() || memory.getItem(pushOfferedKey)) return
  if ((await readPublicKey()) === null) return
  memory.setItem(pushOfferedKey, 'yes')
  ask()
}
