import { languageToSaveKey } from '#site/lib/storage-keys.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { SettingsInput } from '#worker/features/accounts/contract.ts'

type Dependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  isSignedIn: () => boolean
  /** Sent even while the page is being left. */
  save: (change: SettingsInput) => Promise<unknown>
  isRefused: (error: unknown) => boolean
}

/** The link leaves the page at once: the next page sends again what is not confirmed. */
export function createLanguageSaver({ storage, isSignedIn, save, isRefused }: Dependencies) {
  async function send(): Promise<void> {
    const locale = storage.getItem(languageToSaveKey)
    if (locale === null || !isSignedIn()) return
    try {
      await save({ interface_language_code: locale as AcceptedLocale })
    } catch (error) {
      if (!isRefused(error)) return
    }
    if (storage.getItem(languageToSaveKey) === locale) storage.removeItem(languageToSaveKey)
  }

  function choose(locale: string): Promise<void> {
    if (!isSignedIn()) return Promise.resolve()
    storage.setItem(languageToSaveKey, locale)
    return send()
  }

  return { choose, resume: send }
}
