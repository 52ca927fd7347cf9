import { session } from '#site/islands/session/session.store.ts'
import { sayError, saySuccess } from '#site/islands/forms/say.ts'
import { api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { createSettings, type SettingsStore } from './settings.store.ts'

let shared: SettingsStore | undefined

/** One store for every section of the page. On the server each request has its own. */
export function settingsStoreOf(settings: SettingsView): SettingsStore {
  const make = () =>
    createSettings({ api, settings, onSettings: session.setSettings, saySuccess, sayError })
  if (typeof document === 'undefined') return make()
  shared ??= make()
  return shared
}
