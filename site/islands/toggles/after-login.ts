import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contract.ts'

/** To login and back to this page, where what was asked is then done. */
export function loginTo(act: 'hype' | 'follow', what: string): void {
  const here = new URL(location.href)
  here.searchParams.set(act, what)
  const locale = document.documentElement.lang as Locale
  location.assign(paths.login(locale, here.pathname + here.search))
}

/** What was asked before login; told once, so that reloading asks nothing. */
export function takeAsked(act: 'hype' | 'follow'): string | undefined {
  const here = new URL(location.href)
  const what = here.searchParams.get(act)
  if (!what) return undefined
  here.searchParams.delete(act)
  history.replaceState(history.state, '', here)
  return what
}
