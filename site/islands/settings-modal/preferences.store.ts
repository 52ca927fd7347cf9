import { map } from 'nanostores'
import type { Locale } from '#worker/contract.ts'
import type {
  DateFormatId,
  HourCycle,
  SettingsInput,
  SettingsView,
} from '#worker/features/accounts/contract.ts'

/** Undefined means the browser's. */
export type Preferences = {
  zone: string | undefined
  dateFormat: DateFormatId | undefined
  hourCycle: HourCycle | undefined
}

type Surroundings = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** A signed-in person's are kept by the server, which is told and may refuse. */
  member:
    { settings: () => SettingsView; save: (change: SettingsInput) => Promise<boolean> } | undefined
  /** Times on the page are to be written again. */
  onTimes: () => void
  /** The page is to continue in another language. */
  onLocale: (locale: Locale) => void
}

export function createPreferences({ storage, member, onTimes, onLocale }: Surroundings) {
  const $preferences = map<Preferences>(current())
  let lastSave: Promise<unknown> = Promise.resolve()

  function current(): Preferences {
    if (member) {
      const { chosen, timezone_name, date_format_id, hour_cycle } = member.settings()
      return {
        zone: chosen.time_zone ? timezone_name : undefined,
        dateFormat: chosen.date_format ? date_format_id : undefined,
        hourCycle: chosen.hour_cycle ? hour_cycle : undefined,
      }
    }
    return {
      zone: storage.getItem('timezone') ?? undefined,
      dateFormat: (storage.getItem('date_format') as DateFormatId | null) ?? undefined,
      hourCycle: (storage.getItem('hour_cycle') as HourCycle | null) ?? undefined,
    }
  }

  function keep(name: string, value: string | null): void {
    if (value === null) storage.removeItem(name)
    else storage.setItem(name, value)
  }

  /** One after the other, so that quick changes do not overtake each other. */
  function save(change: SettingsInput): Promise<boolean> {
    if (!member) return Promise.resolve(true)
    const saving = lastSave.then(() => member.save(change))
    lastSave = saving
    return saving
  }

  async function changeTimes(change: Partial<Preferences>): Promise<void> {
    $preferences.set({ ...$preferences.get(), ...change })
    const { zone = null, dateFormat = null, hourCycle = null } = $preferences.get()
    if (member) {
      await save({ timezone_name: zone, date_format_id: dateFormat, hour_cycle: hourCycle })
    } else {
      keep('timezone', zone)
      keep('date_format', dateFormat)
      keep('hour_cycle', hourCycle)
    }
    // What the server refused is taken back.
    $preferences.set(current())
    onTimes()
  }

  async function changeLocale(locale: Locale): Promise<void> {
    if (await save({ interface_language_code: locale })) onLocale(locale)
  }

  return { $preferences, changeTimes, changeLocale }
}
export type PreferencesStore = ReturnType<typeof createPreferences>
