import { createRoot } from 'react-dom/client'
import { $consent, openConsentDialog } from '#site/features/accounts/consent/consent.ts'
import { createDisplayChoicesStore } from '#site/lib/display/display-choices.store.ts'
import { reapplyDisplaySettings } from '#site/lib/display/display.ts'
import { getSharedSettingsStore, toSettingsChoices } from './settings.store.ts'
import { setLocaleCookie } from '#site/lib/session/stored-settings.ts'
import { session } from '#site/lib/session/session.store.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext, isPageBoundToTimeZone } from '#site/lib/time/time-context.ts'
import { paths } from '#site/lib/paths.ts'
import { openStorage } from '#site/lib/storage.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { SettingsInput } from '#worker/features/accounts/contract.ts'
import { createTimePreferencesStore } from './time-preferences.store.ts'
import { SettingsDialog } from './SettingsDialog.tsx'

let isOpen = false

async function findMemberSettings() {
  if (!session.$isSignedIn.get()) return undefined
  const loaded = await session.findSettings()
  if (!loaded) return undefined
  const store = getSharedSettingsStore(loaded)
  return {
    settings: store.$settings.get,
    async save(change: SettingsInput) {
      return (
        (await store.save({ ...toSettingsChoices(store.$settings.get()), ...change })) !== 'failed'
      )
    },
  }
}

function reloadInLocale(locale: Locale): void {
  setLocaleCookie(locale)
  location.assign(paths.inLocale(locale, location.pathname) + location.search)
}

export async function openSettingsDialog({ isForDisplay = false } = {}): Promise<void> {
  if (isOpen) return
  isOpen = true
  const member = await findMemberSettings()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  let hasNewTimes = false
  const preferences = createTimePreferencesStore({
    storage: openStorage('localStorage'),
    member,
    onTimes() {
      hasNewTimes = true
      localizeTimes(document.documentElement, currentTimeContext())
    },
    onLocale: reloadInLocale,
  })

  const display = createDisplayChoicesStore({
    storage: openStorage('localStorage'),
    save: member?.save,
    onChange: reapplyDisplaySettings,
  })
  reapplyDisplaySettings()

  async function close(): Promise<void> {
    root.unmount()
    host.remove()
    isOpen = false
    await Promise.all([preferences.settled(), display.settled()])
    if (hasNewTimes && isPageBoundToTimeZone()) location.reload()
  }

  root.render(
    <SettingsDialog
      preferences={preferences}
      display={display}
      isForDisplay={isForDisplay}
      cookieChoice={$consent.get()}
      onCookies={() => {
        void close()
        openConsentDialog()
      }}
      onClose={() => void close()}
    />,
  )
}
