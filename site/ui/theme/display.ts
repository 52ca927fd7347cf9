import { setLocaleCookie } from '#site/lib/session/stored-settings.ts'
import { discardFromStart } from '#site/lib/session/start.ts'
import { createLanguageSaver } from '#site/lib/session/save-language.ts'
import { api, ApiError, readAccessToken } from '#site/lib/api.ts'
import { openStorage } from '#site/lib/storage.ts'
import { languageOfferKey } from '#site/lib/storage-keys.ts'
import { syncDisplayAcrossTabs } from '#site/lib/display/display.ts'
import { chooseTheme, readCurrentTheme, themes } from './theme.ts'

const page = document.documentElement
const languages = createLanguageSaver({
  storage: openStorage('localStorage'),
  isSignedIn: () => readAccessToken() !== undefined,
  save(change) {
    discardFromStart('users/me/settings')
    return api.put('users/me/settings', { body: change })
  },
  isRefused: (error) => error instanceof ApiError && error.status >= 400 && error.status < 429,
})

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('[data-theme-choice]')
  const theme = themes.find((one) => one === button?.dataset.themeChoice)
  if (theme) chooseTheme(theme)
  const link = target.closest<HTMLAnchorElement>('a[data-locale]')
  if (link?.dataset.locale) {
    setLocaleCookie(link.dataset.locale)
    void languages.choose(link.dataset.locale)
    // The server leaves filters and anchors out: its answer is the same for everyone.
    link.search = location.search
  }
  if (target.closest('[data-offer-dismiss]')) {
    openStorage('localStorage').setItem(languageOfferKey, 'dismissed')
    delete page.dataset.offer
  }
})

// Only the browser knows what follows the path.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-login]')) {
  if (!location.pathname.endsWith('/login')) {
    link.search = `?next=${encodeURIComponent(location.pathname + location.search)}`
  }
}

chooseTheme(readCurrentTheme())
syncDisplayAcrossTabs()
void languages.resume()
