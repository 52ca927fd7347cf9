import { onSession } from '#site/lib/session-events.ts'
import { paths } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import type { Locale } from '#worker/contract.ts'

type Act = 'hype' | 'unhype' | 'follow' | 'unfollow' | 'calendar'

/** An address alone asks nothing: anybody may have written the link that leads to it. */
const storage = storageOf('sessionStorage')
const key = 'asked before login'

function addressAsking(act: Act, what: string): URL {
  const here = new URL(location.href)
  here.searchParams.set(act, what)
  storage.setItem(key, `${act} ${what}`)
  return here
}

/** To login and back to this page, where what was asked is then done. */
export function loginTo(act: Act, what: string): void {
  const here = addressAsking(act, what)
  const locale = document.documentElement.lang as Locale
  location.assign(paths.login(locale, here.pathname + here.search))
}

/** The same for an act that finds the session ended: login comes by itself then. */
export function askAgainAfterLogin(pending: () => { act: Act; what: string } | undefined): void {
  onSession('ended', () => {
    const asked = pending()
    if (asked) history.replaceState(history.state, '', addressAsking(asked.act, asked.what))
  })
}

/** What this person asked before login; told once, so that reloading asks nothing. */
export function takeAsked(act: Act): string | undefined {
  const here = new URL(location.href)
  const what = here.searchParams.get(act)
  if (!what) return undefined
  here.searchParams.delete(act)
  history.replaceState(history.state, '', here)
  const isAsked = storage.getItem(key) === `${act} ${what}`
  if (isAsked) storage.removeItem(key)
  return isAsked ? what : undefined
}
