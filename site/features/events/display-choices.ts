import { api, readAccessToken } from '#site/lib/api.ts'
import {
  createDisplayChoicesStore,
  type DisplayChoices,
  type DisplayChoicesStore,
} from '#site/lib/display/display-choices.store.ts'
import { reapplyDisplaySettings } from '#site/lib/display/display.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { session } from '#site/lib/session/session.store.ts'
import { openStorage } from '#site/lib/storage.ts'
import { showError } from '#site/ui/toasts/toasts.ts'

async function saveDisplayChoices(change: Partial<DisplayChoices>): Promise<boolean> {
  try {
    session.setSettings(await api.put('users/me/settings', { body: change }))
    return true
  } catch (error) {
    showError(failureText(error, m.display_save_failed))
    return false
  }
}

/** The choices as this browser has them now; a member's changes are saved with the account. */
export function openDisplayChoices(): DisplayChoicesStore {
  return createDisplayChoicesStore({
    storage: openStorage('localStorage'),
    save: readAccessToken() === undefined ? undefined : saveDisplayChoices,
    onChange: reapplyDisplaySettings,
  })
}
