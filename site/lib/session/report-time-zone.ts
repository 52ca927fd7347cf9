import type { Api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Reports the browser's zone, used for e-mails until one is chosen; whether it was sent. */
export async function reportTimeZone(
  api: Pick<Api, 'put'>,
  settings: SettingsView | undefined,
  browserZone: string,
): Promise<boolean> {
  if (!settings || settings.chosen.time_zone || settings.email_time_zone === browserZone)
    return false
  await api.put('users/me/settings', { body: { browser_time_zone: browserZone } })
  return true
}
