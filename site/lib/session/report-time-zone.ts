import type { Api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** E-mails use the browser's zone until one is chosen; true if it was sent. */
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
