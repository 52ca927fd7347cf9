import { failureText } from '#site/lib/failure-text.ts'
import { showError } from '#site/ui/toasts/toasts.ts'
import { onRewardsChoice } from '#site/lib/session/rewards-choice.ts'
import { api } from '#site/lib/api.ts'
import { session } from '#site/lib/session/session.store.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsInput } from '#worker/features/accounts/contract.ts'

/** The rewards page shows rewards, or that they are switched off; the server wrote one of them. */
const isWrittenOn = document.querySelector('[data-rewards-off]') === null

async function switchOn(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  try {
    await api.put('users/me/settings', { body: { is_gamified: true } satisfies SettingsInput })
    // The settings are kept for the other tabs once the page has loaded them.
    location.reload()
  } catch (error) {
    showError(failureText(error, m.settings_update_failed))
    button.disabled = false
  }
}

function reloadIfSwitched(areOn: boolean): void {
  if (areOn !== isWrittenOn) location.reload()
}

// Switched in another tab.
onRewardsChoice(reloadIfSwitched)

// Switched while this page was loading, or on another device.
session.$settings.subscribe((settings) => {
  if (settings) reloadIfSwitched(settings.is_gamified)
})

const button = document.querySelector<HTMLButtonElement>('[data-switch-rewards-on]')
if (button) {
  button.disabled = false
  button.addEventListener('click', () => void switchOn(button))
}
