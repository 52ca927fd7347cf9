import type { Api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Optional for a page: a failure is logged and not shown. */
export async function fetchSettings(api: Pick<Api, 'get'>): Promise<SettingsView> {
  try {
    return await api.get('users/me/settings')
  } catch (error) {
    console.error('Failed to fetch user settings', error)
    throw error
  }
}
