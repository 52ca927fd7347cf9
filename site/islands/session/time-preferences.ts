import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Read before the first paint, so that times never jump from one zone to another. */

export function storeTimePreferences(settings: SettingsView): void {
  localStorage.setItem('timezone', settings.timezone_name)
  localStorage.setItem('date_format', settings.date_format_id)
}

export function forgetTimePreferences(): void {
  localStorage.removeItem('timezone')
  localStorage.removeItem('date_format')
}
