import { failureText } from '#site/lib/failure-text.ts'
import { showError } from '#site/ui/toasts/toasts.ts'
import { onRewardsChoiceChange } from '#site/lib/session/rewards-choice.ts'
import { api } from '#site/lib/api.ts'
import { session } from '#site/lib/session/session.store.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsInput } from '#worker/features/accounts/contract.ts'

/** The choice for which this page was last reloaded, until it shows that choice. */
type ReloadState = { reloadedForRewards?: boolean | undefined } | null

function readReloadedChoice(): boolean | undefined {
  return (history.state as ReloadState)?.reloadedForRewards
}

function rememberReloadedChoice(areOn: boolean | undefined): void {
  if (areOn === readReloadedChoice()) return
  history.replaceState({ ...(history.state as object | null), reloadedForRewards: areOn }, '')
}

async function switchOnRewards(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  try {
    await api.put('users/me/settings', { body: { is_gamified: true } satisfies SettingsInput })
    // The settings are kept for the other tabs once the page has loaded them.
    location.reload()
  } catch (error) {
    showError(m.settings_error({ text: failureText(error, m.settings_update_failed) }))
    button.disabled = false
  }
}

/** Once for each choice: a server that goes on answering otherwise would be asked without end. */
function reloadIfSwitched(areOn: boolean, areShown: boolean): void {
  if (areOn === areShown) rememberReloadedChoice(undefined)
  else if (areOn !== readReloadedChoice()) {
    rememberReloadedChoice(areOn)
    location.reload()
  }
}

function followRewardsChoice(areShown: boolean): void {
  if (readReloadedChoice() === areShown) rememberReloadedChoice(undefined)
  // Switched in another tab.
  onRewardsChoiceChange((areOn) => reloadIfSwitched(areOn, areShown))
  // Switched while this page was loading, or on another device.
  session.$settings.subscribe((settings) => {
    if (settings) reloadIfSwitched(settings.is_gamified, areShown)
  })
}

// Missing where the server could not read the choice.
const storedChoice =
  document.querySelector<HTMLElement>('[data-rewards-shown]')?.dataset['rewardsShown']
if (storedChoice) followRewardsChoice(storedChoice === 'on')

const button = document.querySelector<HTMLButtonElement>('[data-switch-rewards-on]')
if (button) {
  button.disabled = false
  button.addEventListener('click', () => void switchOnRewards(button))
}
