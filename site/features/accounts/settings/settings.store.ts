import { atom } from 'nanostores'
import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import { fetchSettings, session } from '#site/lib/session/session.store.ts'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { createOnceOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { onRewardsChoiceChange } from '#site/lib/session/rewards-choice.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { rewardAnnouncingApi } from '#site/lib/session/reward-announcing-api.ts'
import type { SettingsInput, SettingsView } from '#worker/features/accounts/contract.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post' | 'put' | 'delete'>
  settings: SettingsView
  onSettings: (settings: SettingsView) => void
}

function createSettingsState({ api, settings, onSettings }: Omit<Dependencies, keyof Toaster>) {
  const $settings = atom(settings)
  let changes = 0

  function take(next: SettingsView): void {
    changes += 1
    $settings.set(next)
    onSettings(next)
  }

  /** A failure keeps the saved values, and so do changes made meanwhile. */
  async function fetchAgain(): Promise<void> {
    const changesBeforeFetch = changes
    const fetched = await fetchSettings(api).catch(() => undefined)
    if (fetched && changesBeforeFetch === changes) take(fetched)
  }

  async function send(input: SettingsInput): Promise<string> {
    take(await api.put('users/me/settings', { body: input }))
    await fetchAgain()
    return m.settings_updated()
  }

  return { $settings, take, fetchAgain, send }
}

type SaveOutcome = 'saved' | 'unchanged' | 'failed'

export function createSettingsStore(dependencies: Dependencies) {
  const { api, showSuccess, showError } = dependencies
  const { $settings, take, fetchAgain, send } = createSettingsState(dependencies)
  const { $isBusy, run } = createActionRunner({ showSuccess, showError })

  function takeProfile(changes: Partial<SettingsView['profile']>): void {
    const settings = $settings.get()
    take({ ...settings, profile: { ...settings.profile, ...changes } })
  }

  /** Sends only what differs. */
  async function save(choices: Partial<SettingsChoices>): Promise<SaveOutcome> {
    const input = findSettingsChanges($settings.get(), choices)
    if (Object.keys(input).length === 0) return 'unchanged'
    const toError = (text: string) => m.settings_error({ text })
    const isSaved = await run(() => send(input), m.settings_update_failed, toError)
    return isSaved ? 'saved' : 'failed'
  }

  /** Shows at once and goes back when refused. */
  async function setMarketing(isWanted: boolean): Promise<void> {
    const { is_marketing: previousIsMarketing } = $settings.get()
    take({ ...$settings.get(), is_marketing: isWanted })
    try {
      await api.put('users/me/marketing', { body: { is_marketing: isWanted } })
    } catch (error) {
      take({ ...$settings.get(), is_marketing: previousIsMarketing })
      showError(failureText(error, m.marketing_failed))
      return
    }
    await fetchAgain()
  }

  /** Faults of the address itself are thrown, for the form to show beside it. */
  async function setWebhook(url: string): Promise<void> {
    take(await api.put('users/me/discord_webhook', { body: { url } }))
    await fetchAgain()
    showSuccess(m.discord_saved())
  }

  function removeWebhook(): Promise<boolean> {
    return run(async () => {
      take(await api.delete('users/me/discord_webhook'))
      await fetchAgain()
      return m.discord_removed()
    }, m.discord_failed)
  }

  function testWebhook(): Promise<boolean> {
    return run(async () => {
      await api.post('users/me/discord_webhook/test')
      return m.discord_tested()
    }, m.discord_failed)
  }

  return {
    $settings,
    $isBusy,
    takeProfile,
    refresh: fetchAgain,
    save,
    setMarketing,
    setWebhook,
    removeWebhook,
    testWebhook,
  }
}
export type SettingsStore = ReturnType<typeof createSettingsStore>

/** Null means the browser's. */
export type SettingsChoices = Required<Omit<SettingsInput, 'browser_time_zone' | 'untouched'>>

export function toSettingsChoices({ chosen, ...settings }: SettingsView): SettingsChoices {
  return {
    interface_language_code: settings.interface_language_code,
    timezone_name: chosen.time_zone ? settings.timezone_name : null,
    date_format_id: chosen.date_format ? settings.date_format_id : null,
    hour_cycle: chosen.hour_cycle ? settings.hour_cycle : null,
    density: settings.density,
    motion: settings.motion,
    muted: settings.muted,
    // Not chosen yet shows as unchecked.
    is_marketing: settings.is_marketing ?? false,
    is_browser_format_offered: settings.is_browser_format_offered,
    is_on_leaderboard: settings.is_on_leaderboard,
    is_gamified: settings.is_gamified,
    is_shown_on_hypes: settings.is_shown_on_hypes,
    is_push_reported: settings.is_push_reported,
  }
}

function findSettingsChanges(
  current: SettingsView,
  choices: Partial<SettingsChoices>,
): SettingsInput {
  const now = toSettingsChoices(current)
  const names = Object.keys(choices) as (keyof SettingsChoices)[]
  // Compared as text, since muted content is an object.
  const changed = names.filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(choices[name]),
  )
  if (changed.length === 0) return {}
  // A form that is saved with a language has it chosen, be it the one of before.
  const isConfirmed = (name: string) =>
    name === 'interface_language_code' && !current.chosen.language
  const sent = names.filter((name) => changed.includes(name) || isConfirmed(name))
  return Object.fromEntries(sent.map((name) => [name, choices[name]]))
}

export const getSharedSettingsStore = createOnceOnClient((settings: SettingsView) => {
  const onSettings = session.setSettings
  const store = createSettingsStore({
    api: rewardAnnouncingApi,
    settings,
    onSettings,
    showSuccess,
    showError,
  })
  // Switched in another tab.
  onRewardsChoiceChange((areOn) => {
    if (store.$settings.get().is_gamified !== areOn) void store.refresh()
  })
  return store
})
