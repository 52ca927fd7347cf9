import { atom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/islands/forms/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsInput, SettingsView } from '#worker/features/accounts/contract.ts'

type Surroundings = {
  api: Pick<Api, 'post' | 'put' | 'delete'>
  settings: SettingsView
  onSettings: (settings: SettingsView) => void
  saySuccess: (text: string) => void
  sayError: (text: string) => void
}

/** What the account sections of the profile change, and what is said about it. */
export function createSettings(surroundings: Surroundings) {
  const { api, onSettings, saySuccess, sayError } = surroundings
  const $settings = atom(surroundings.settings)
  const $isBusy = atom(false)

  function take(settings: SettingsView): void {
    $settings.set(settings)
    onSettings(settings)
  }

  /** One act at a time; whether it succeeded is said and answered. */
  async function run(act: () => Promise<string>, fallback: () => string): Promise<boolean> {
    if ($isBusy.get()) return false
    $isBusy.set(true)
    try {
      saySuccess(await act())
      return true
    } catch (error) {
      sayError(failureText(error, fallback))
      return false
    } finally {
      $isBusy.set(false)
    }
  }

  /** Only what differs is sent; nothing when nothing does. */
  async function save(wanted: Required<SettingsInput>): Promise<'saved' | 'unchanged' | 'failed'> {
    const input = changesOf($settings.get(), wanted)
    if (Object.keys(input).length === 0) return 'unchanged'
    const isSaved = await run(async () => {
      take(await api.put<SettingsView>('users/me/settings', input))
      return m.settings_updated()
    }, m.settings_update_failed)
    return isSaved ? 'saved' : 'failed'
  }

  /** Faults of the address itself are thrown, for the form to show beside it. */
  async function setWebhook(url: string): Promise<void> {
    take(await api.put<SettingsView>('users/me/discord_webhook', { url }))
    saySuccess(m.discord_saved())
  }

  function removeWebhook(): Promise<boolean> {
    return run(async () => {
      take(await api.delete<SettingsView>('users/me/discord_webhook'))
      return m.discord_removed()
    }, m.discord_failed)
  }

  function testWebhook(): Promise<boolean> {
    return run(async () => {
      await api.post('users/me/discord_webhook/test')
      return m.discord_tested()
    }, m.discord_failed)
  }

  function resendVerification(): Promise<boolean> {
    return run(async () => {
      await api.post('auth/verify_email/resend')
      return m.verification_sent({ email: $settings.get().profile.email ?? '' })
    }, m.unexpected_error)
  }

  return { $settings, $isBusy, save, setWebhook, removeWebhook, testWebhook, resendVerification }
}
export type SettingsStore = ReturnType<typeof createSettings>

function changesOf(current: SettingsView, wanted: Required<SettingsInput>): SettingsInput {
  const now: Required<SettingsInput> = {
    interface_language_code: current.interface_language_code,
    timezone_name: current.timezone_name,
    date_format_id: current.date_format_id,
    // Not chosen yet shows as unchecked.
    is_marketing: current.is_marketing ?? false,
  }
  const names = Object.keys(now) as (keyof SettingsInput)[]
  return Object.fromEntries(
    names.filter((name) => now[name] !== wanted[name]).map((name) => [name, wanted[name]]),
  )
}
