import { onPage } from '#site/islands/forms/on-page.ts'
import { session } from '#site/islands/session/session.store.ts'
import { sayError, saySuccess } from '#site/islands/forms/say.ts'
import { api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { createSettings } from './settings.store.ts'

export const settingsStoreOf = onPage((settings: SettingsView) =>
  createSettings({ api, settings, onSettings: session.setSettings, saySuccess, sayError }),
)
