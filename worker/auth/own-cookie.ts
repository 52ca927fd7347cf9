import type { Context } from 'hono'
import { getCookie, setCookie as setAnyCookie } from 'hono/cookie'
import { ownCookies, type CookieName } from '#worker/contracts/own-cookies.ts'
import { isLocalAddress } from '#worker/contracts/local-address.ts'

/** Only what the privacy page says, and for as long as it says. */
export function setCookie(c: Context, name: CookieName, value: string): void {
  writeCookie(c, name, { value, maxAge: ownCookies[name].seconds })
}

export function clearCookies(c: Context, ...names: readonly CookieName[]): void {
  for (const name of names) writeCookie(c, name, { value: '', maxAge: 0 })
}

export function readCookie(c: Context, name: CookieName): string | undefined {
  return getCookie(c, name)
}

type CookieContent = { value: string; maxAge: number }

function writeCookie(c: Context, name: CookieName, { value, maxAge }: CookieContent): void {
  setAnyCookie(c, name, value, {
    path: '/',
    sameSite: 'Lax',
    secure: !isLocalAddress(c.req.url),
    httpOnly: !('isReadable' in ownCookies[name]),
    maxAge,
  })
}
