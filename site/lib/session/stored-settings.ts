import { storeDisplayChoices } from '#site/lib/display/display-choices.store.ts'
import { openStorage } from '#site/lib/storage.ts'
import {
  dateFormatKey,
  hourCycleKey,
  timeZoneKey,
  languageToSaveKey,
  localeCookie,
  analyticsOptOutKey,
} from '#site/lib/storage-keys.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { Scope } from '#worker/contracts/enumerations.ts'

const storage = openStorage('localStorage')

/** Read before the first paint, so that times never jump from one zone to another. */
export function storeTimePreferences(settings: SettingsView): void {
  const { chosen, timezone_name, date_format_id, hour_cycle } = settings
  storeOrRemoveValue(timeZoneKey, chosen.time_zone ? timezone_name : undefined)
  storeOrRemoveValue(dateFormatKey, chosen.date_format ? date_format_id : undefined)
  storeOrRemoveValue(hourCycleKey, hour_cycle ?? undefined)
}

/** Without a choice of the member, the values of this browser stay, also after logout. */
export function storeDisplaySettings({ density, motion, muted }: SettingsView): void {
  storeDisplayChoices(storage, { density, motion, muted })
}

function storeOrRemoveValue(name: string, value: string | undefined): void {
  if (value === undefined) storage.removeItem(name)
  else storage.setItem(name, value)
}

export function clearTimePreferences(): void {
  for (const name of [timeZoneKey, dateFormatKey, hourCycleKey]) storage.removeItem(name)
}

const oneYear = 365 * 86_400

/** Unprefixed addresses follow it. */
export function setLocaleCookie(locale: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`
}

/** The member's setting holds on each device; a choice made here but not yet sent is newer. */
export function storeChosenLocale({ chosen, interface_language_code }: SettingsView): void {
  if (!chosen.language || storage.getItem(languageToSaveKey) !== null) return
  setLocaleCookie(interface_language_code)
}

/** Clicks of those who run the site say nothing about its readers. */
export function storeStaffAnalyticsOptOut(scopes: readonly Scope[]): void {
  const isStaff = scopes.includes('admin') || scopes.includes('moderator')
  if (isStaff) storage.setItem(analyticsOptOutKey, 'true')
  else storage.removeItem(analyticsOptOutKey)
}

/** Nothing is read of a browser where nobody is logged in. */
export function isAnalyticsDisabled(): boolean {
  return (
    'signedIn' in document.documentElement.dataset && storage.getItem(analyticsOptOutKey) !== null
  )
}
