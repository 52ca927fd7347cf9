import { dateFormatKey, hourCycleKey, timeZoneKey } from '#site/lib/storage-keys.ts'
import { map } from 'nanostores'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type {
  DateFormatId,
  HourCycle,
  SettingsInput,
  SettingsView,
} from '#worker/features/accounts/contract.ts'

/** Undefined means the browser's. */
export type TimePreferences = {
  zone: string | undefined
  dateFormat: DateFormatId | undefined
  hourCycle: HourCycle | undefined
}

type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Undefined for guests; a member's are kept by the server, which may refuse. */
  member:
    { settings: () => SettingsView; save: (change: SettingsInput) => Promise<boolean> } | undefined
  onTimes: () => void
  onLocale: (locale: AcceptedLocale) => void
}

/** Null is as the browser has it. */
function toSettingsInput(change: Partial<TimePreferences>): SettingsInput {
  return {
    ...('zone' in change && { timezone_name: change.zone ?? null }),
    ...('dateFormat' in change && { date_format_id: change.dateFormat ?? null }),
    ...('hourCycle' in change && { hour_cycle: change.hourCycle ?? null }),
  }
}

export function createTimePreferencesStore({ storage, member, onTimes, onLocale }: Dependencies) {
  const $preferences = map<TimePreferences>(readCurrent())
  let lastSave: Promise<boolean> = Promise.resolve(true)
  let changes = 0

  function readCurrent(): TimePreferences {
    if (member) {
      const { chosen, timezone_name, date_format_id, hour_cycle } = member.settings()
      return {
        zone: chosen.time_zone ? timezone_name : undefined,
        dateFormat: chosen.date_format ? date_format_id : undefined,
        hourCycle: hour_cycle ?? undefined,
      }
    }
    return {
      zone: storage.getItem(timeZoneKey) ?? undefined,
      dateFormat: (storage.getItem(dateFormatKey) as DateFormatId | null) ?? undefined,
      hourCycle: (storage.getItem(hourCycleKey) as HourCycle | null) ?? undefined,
    }
  }

  function keep(name: string, value: string | undefined): void {
    if (value === undefined) storage.removeItem(name)
    else storage.setItem(name, value)
  }

  /** One after the other, so that quick changes do not overtake each other. */
  function save(change: SettingsInput): Promise<boolean> {
    if (!member) return Promise.resolve(true)
    const saving = lastSave.then(() => member.save(change))
    lastSave = saving
    return saving
  }

  async function changeTimes(change: Partial<TimePreferences>): Promise<void> {
    changes += 1
    const ownChanges = changes
    $preferences.set({ ...$preferences.get(), ...change })
    if (member) {
      await save(toSettingsInput(change))
      // A later change, still on its way, stays as it is shown.
      if (ownChanges !== changes) return
    } else {
      const { zone, dateFormat, hourCycle } = $preferences.get()
      keep(timeZoneKey, zone)
      keep(dateFormatKey, dateFormat)
      keep(hourCycleKey, hourCycle)
    }
    // A refused choice is taken back.
    $preferences.set(readCurrent())
    onTimes()
  }

  /** Resolves to whether the page goes on in that language. */
  async function changeLocale(locale: AcceptedLocale): Promise<boolean> {
    const isSaved = await save({ interface_language_code: locale })
    if (isSaved) onLocale(locale)
    return isSaved
  }

  return { $preferences, changeTimes, changeLocale, settled: () => lastSave }
}
export type TimePreferencesStore = ReturnType<typeof createTimePreferencesStore>
