import { atom } from 'nanostores'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { SessionsView } from '#worker/features/accounts/contract.ts'

export type Device = SessionsView['items'][number]

type Dependencies = Toaster & {
  api: Pick<Api, 'delete'>
  first: SessionsView
  /** This device is signed out: there is no staying on the page. */
  onLeave: () => void
}

export function createDevicesStore({ api, first, onLeave, ...voice }: Dependencies) {
  const $devices = atom(first.items)
  const { $isBusy, run } = createActionRunner(voice)

  function signOut({ id, is_current }: Device): Promise<boolean> {
    return run(async () => {
      await api.delete('users/me/sessions/:id', { params: { id } })
      if (is_current) return onLeave()
      $devices.set($devices.get().filter((device) => device.id !== id))
      return m.devices_signed_out()
    }, m.devices_failed)
  }

  function forgetOthers(): void {
    $devices.set($devices.get().filter(({ is_current }) => is_current))
  }

  function signOutOthers(): Promise<boolean> {
    return run(async () => {
      await api.delete('users/me/sessions')
      forgetOthers()
      return m.devices_others_out()
    }, m.devices_failed)
  }

  function signOutAll(): Promise<boolean> {
    return run(async () => {
      await api.delete('users/me/sessions', { query: { all: true } })
      onLeave()
    }, m.devices_failed)
  }

  return { $devices, $isBusy, forgetOthers, signOut, signOutOthers, signOutAll }
}
export type DevicesStore = ReturnType<typeof createDevicesStore>

export function deviceName({ browser, system }: Pick<Device, 'browser' | 'system'>): string {
  if (browser && system) return m.devices_name({ browser, system })
  return browser ?? system ?? m.devices_unknown()
}
