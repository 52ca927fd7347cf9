import type { Context } from 'hono'
import { setCookie as setAnyCookie } from 'hono/cookie'
import { isReadableCookie, ownCookies, type CookieName } from '#worker/contracts/own-cookies.ts'

type CookieOptions = { path: string; sameSite: 'Lax'; secure: boolean; maxAge: number }

/** Only what the privacy page says, and no longer than it says. */
export function setCookie(c: Context, name: CookieName, value: string, options: CookieOptions) {
  const maxAge = Math.min(options.maxAge, ownCookies[name].seconds)
  setAnyCookie(c, name, value, { ...options, maxAge, httpOnly: !isReadableCookie(name) })
}
