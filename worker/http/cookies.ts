import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const thirtyDays = 30 * 86_400
const names = [
  'access_token',
  'refresh_token',
  'twitch_access_token',
  'twitch_refresh_token',
] as const

function options(c: Context, isReadable: boolean) {
  const { hostname, protocol } = new URL(c.req.url)
  const isLocal = protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return { path: '/', sameSite: 'Lax', secure: !isLocal, httpOnly: !isReadable } as const
}

/** Only the access token may be read by script. */
export function setTokenCookies(
  c: Context,
  tokens: { access_token: string; refresh_token: string },
): void {
  setCookie(c, 'access_token', tokens.access_token, { ...options(c, true), maxAge: thirtyDays })
  setCookie(c, 'refresh_token', tokens.refresh_token, { ...options(c, false), maxAge: thirtyDays })
}

export function clearTokenCookies(c: Context): void {
  for (const name of names) {
    setCookie(c, name, '', { ...options(c, name === 'access_token'), maxAge: 0 })
  }
}

export function readTokenCookies(c: Context): { access?: string; refresh?: string } {
  return { access: getCookie(c, 'access_token'), refresh: getCookie(c, 'refresh_token') }
}
