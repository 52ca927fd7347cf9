import { paths } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import type { Locale } from '#worker/contract.ts'

type Act = 'hype' | 'follow' | 'calendar'

/** An address alone asks nothing: anybody may have written the link that leads to it. */
const storage = storageOf('sessionStorage')
const key = 'asked before login'

/** To login and back to this page, where what was asked is then done. */
export function loginTo(act: Act, what: string): void {
  const here = new URL(location.href)
  here.searchParams.set(act, what)
  storage.setItem(key, `${act} ${what}`)
  const locale = document.documentElement.lang as Locale
  location.assign(paths.login(locale, here.pathname + here.search))
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
