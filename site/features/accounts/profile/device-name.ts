import { m } from '#site/lib/messages.ts'
import type { Device } from './devices.store.ts'

export function deviceName({ browser, system }: Pick<Device, 'browser' | 'system'>): string {
  if (browser && system) return m.devices_name({ browser, system })
  return browser ?? system ?? m.devices_unknown()
}
