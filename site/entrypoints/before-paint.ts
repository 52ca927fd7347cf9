import { mediaUrl, setMediaBase, workerMediaUrl } from '#worker/contracts/media-url.ts'
import { readConsent } from '#site/features/accounts/consent/consent.store.ts'
import { showSheetFrameOf } from '#site/features/hype/email-sheet/show-frame.ts'
import { applyDisplaySettings } from '#site/lib/display/apply-display.ts'
import { patternsByModulePath } from '#site/lib/time/date-patterns/date-patterns.ts'
import { runScriptsAfterPaint } from '#site/lib/scripts/after-paint.ts'
import { createTimeLocalizer } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { readScopes } from '#site/lib/session/access-token.ts'
import { accountMenuButton, showAccountPicture } from '#site/lib/session/account-picture-element.ts'
import {
  accessTokenCookie,
  accountPictureKey,
  consentKey,
  languageOfferKey,
  localeCookie,
  rewardsKey,
  themeKey,
} from '#site/lib/storage-keys.ts'
import { localePrefix } from '#worker/locale/locales.ts'

/** Inlined in the head, so that the first paint is right; it never calls the server. */
Object.assign(globalThis, { datePatterns: patternsByModulePath })
const page = document.documentElement
const path = location.pathname

function readCookie(name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1]
}

function runIgnoringErrors(step: () => void): void {
  try {
    step()
  } catch {
    // Storage may be closed and a cookie may be anything: the page is whole without.
  }
}

runIgnoringErrors(() => {
  const theme = localStorage.getItem(themeKey)
  if (theme) page.dataset.theme = theme
})

runIgnoringErrors(() => applyDisplaySettings(localStorage, sessionStorage))

// The rule of the style sheet cannot ask which motion was chosen.
addEventListener('pagereveal', ({ viewTransition }) => {
  if (page.dataset.motion) viewTransition?.skipTransition()
})

runIgnoringErrors(() => {
  const locale = readCookie(localeCookie)
  if (localePrefix(path)) return
  if (locale && locale !== 'en' && localePrefix(`/${locale}`)) {
    location.replace(`/${locale}${path === '/' ? '' : path}${location.search}${location.hash}`)
  }
})

runIgnoringErrors(() => {
  const wanted = navigator.languages
    .map((tag) => tag.slice(0, 2))
    .find((tag) => localePrefix(`/${tag}`))
  const isSettled = readCookie(localeCookie) || localStorage.getItem(languageOfferKey)
  if (wanted && wanted !== page.lang && !isSettled) page.dataset.offer = wanted
})

runIgnoringErrors(() => {
  if (readConsent(localStorage.getItem(consentKey), Date.now())) return
  const isFirstPage = !document.referrer.startsWith(location.origin)
  page.dataset.consent = isFirstPage && innerWidth < 768 ? 'later' : 'ask'
})

runIgnoringErrors(() => {
  const token = readCookie(accessTokenCookie)
  if (!token) return
  page.dataset.signedIn = ''
  page.dataset.scopes = readScopes(token).join(' ')
})

runIgnoringErrors(() => {
  const rewards = localStorage.getItem(rewardsKey)
  if (rewards) page.dataset.rewards = rewards
})

let accountPicture: string | undefined
runIgnoringErrors(() => {
  setMediaBase(page.dataset.media)
  const path = localStorage.getItem(accountPictureKey)
  if (path && 'signedIn' in page.dataset) accountPicture = mediaUrl(path)
})

// The drawn one is the fallback of a picture that fails; one that the CDN fails to serve comes from here.
document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLImageElement)) return
    const { drawn } = target.dataset
    const base = mediaUrl('drawn/')
    if (drawn) {
      delete target.dataset.drawn
      target.src = drawn
    } else if (target.src.startsWith(base)) {
      target.src = target.src.replace(base, workerMediaUrl('drawn/'))
    }
  },
  true,
)

runIgnoringErrors(() => {
  const localize = createTimeLocalizer(currentTimeContext())
  const observer = new MutationObserver(() => {
    localize(page)
    const menuButton = accountPicture && document.querySelector(accountMenuButton)
    if (menuButton) showAccountPicture(menuButton, accountPicture)
    // Records of the changes made here.
    observer.takeRecords()
  })
  observer.observe(page, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => {
    observer.disconnect()
    localize(page)
  })
})

// Before the scripts' own listeners, which need time to load what fills the sheet.
addEventListener(
  'click',
  ({ target }) => {
    if (target instanceof Element && !readCookie(accessTokenCookie)) showSheetFrameOf(target)
  },
  true,
)

runScriptsAfterPaint()
