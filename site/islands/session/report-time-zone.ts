import type { Api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Until a zone is chosen, e-mails are written in the one last seen from a browser. Whether it is new. */
export async function reportTimeZone(
  api: Pick<Api, 'put'>,
  settings: SettingsView | undefined,
  browserZone: string,
): Promise<boolean> {
  if (!settings || settings.chosen.time_zone || settings.email_time_zone === browserZone)
    return false
  await api.put('users/me/settings', { browser_time_zone: browserZone })
  return true
}
