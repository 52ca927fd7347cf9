import { sharedOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { onRewardsChoice } from '#site/lib/session/rewards-choice.ts'
import { session } from '#site/lib/session/session.store.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { earningApi } from '#site/lib/session/earning-api.ts'
import { createSettings } from './settings.store.ts'

export const settingsStoreOf = sharedOnClient((settings: SettingsView) => {
  const onSettings = session.setSettings
  const store = createSettings({ api: earningApi, settings, onSettings, showSuccess, showError })
  // Switched in another tab.
  onRewardsChoice((areOn) => {
    if (store.$settings.get().is_gamified !== areOn) void store.refresh()
  })
  return store
})
