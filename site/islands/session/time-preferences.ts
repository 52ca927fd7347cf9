import { storageOf } from '#site/lib/storage.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Read before the first paint, so that times never jump from one zone to another. */
const storage = storageOf('localStorage')

export function storeTimePreferences(settings: SettingsView): void {
  storage.setItem('timezone', settings.timezone_name)
  storage.setItem('date_format', settings.date_format_id)
}

export function forgetTimePreferences(): void {
  storage.removeItem('timezone')
  storage.removeItem('date_format')
}
