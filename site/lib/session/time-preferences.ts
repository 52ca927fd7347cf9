import { storageOf } from '#site/lib/storage.ts'
import { dateFormatKey, hourCycleKey, timeZoneKey } from '#site/lib/storage-keys.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Read before the first paint, so that times never jump from one zone to another. */
const storage = storageOf('localStorage')

/** Without a choice the browser's setting applies. */
export function storeTimePreferences(settings: SettingsView): void {
  const { chosen, timezone_name, date_format_id, hour_cycle } = settings
  keep(timeZoneKey, chosen.time_zone ? timezone_name : undefined)
  keep(dateFormatKey, chosen.date_format ? date_format_id : undefined)
  keep(hourCycleKey, chosen.hour_cycle ? hour_cycle : undefined)
}

function keep(name: string, value: string | undefined): void {
  if (value === undefined) storage.removeItem(name)
  else storage.setItem(name, value)
}

export function clearTimePreferences(): void {
  for (const name of [timeZoneKey, dateFormatKey, hourCycleKey]) storage.removeItem(name)
}
