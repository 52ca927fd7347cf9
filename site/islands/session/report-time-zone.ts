import type { Api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Until a zone is chosen, e-mails are written in the one last seen from a browser. */
export async function reportTimeZone(
  api: Pick<Api, 'put'>,
  settings: SettingsView | undefined,
  browserZone: string,
): Promise<void> {
  if (!settings || settings.chosen.time_zone || settings.email_time_zone === browserZone) return
  await api.put('users/me/settings', { browser_time_zone: browserZone })
}
