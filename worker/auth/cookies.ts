import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { setCookie } from './own-cookie.ts'

const thirtyDays = 30 * 86_400
const names = [
  'access_token',
  'refresh_token',
  'twitch_access_token',
  'twitch_refresh_token',
] as const

export function cookieOptions(c: Context, isReadable: boolean) {
  const { hostname, protocol } = new URL(c.req.url)
  const isLocal = protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return { path: '/', sameSite: 'Lax', secure: !isLocal, httpOnly: !isReadable } as const
}

/** Scripts can read only the access token. */
export function setTokenCookies(
  c: Context,
  tokens: { access_token: string; refresh_token: string },
): void {
  setCookie(c, 'access_token', tokens.access_token, {
    ...cookieOptions(c, true),
    maxAge: thirtyDays,
  })
  setCookie(c, 'refresh_token', tokens.refresh_token, {
    ...cookieOptions(c, false),
    maxAge: thirtyDays,
  })
}

export function clearTokenCookies(c: Context): void {
  for (const name of names) {
    setCookie(c, name, '', { ...cookieOptions(c, name === 'access_token'), maxAge: 0 })
  }
}

export function hasTokenCookies(c: Context): boolean {
  const cookies = getCookie(c)
  return names.some((name) => cookies[name] !== undefined)
}

export function readTokenCookies(c: Context): { access?: string; refresh?: string } {
  return { access: getCookie(c, 'access_token'), refresh: getCookie(c, 'refresh_token') }
}

/** Encrypted: neither script nor the person can read them. */
export type TwitchTokenCookies = { accessToken: string | null; refreshToken: string | null }

export function setTwitchTokenCookies(c: Context, tokens: TwitchTokenCookies): void {
  const options = { ...cookieOptions(c, false), maxAge: thirtyDays }
  if (tokens.accessToken) setCookie(c, 'twitch_access_token', tokens.accessToken, options)
  if (tokens.refreshToken) setCookie(c, 'twitch_refresh_token', tokens.refreshToken, options)
}

export function readTwitchTokenCookies(c: Context): TwitchTokenCookies {
  return {
    accessToken: getCookie(c, 'twitch_access_token') ?? null,
    refreshToken: getCookie(c, 'twitch_refresh_token') ?? null,
  }
}

export function clearTwitchTokenCookies(c: Context): void {
  for (const name of ['twitch_access_token', 'twitch_refresh_token'] as const) {
    setCookie(c, name, '', { ...cookieOptions(c, false), maxAge: 0 })
  }
}

const signupCookie = 'signup'

export function setSignupCookie(c: Context, ticket: string, seconds: number): void {
  setCookie(c, signupCookie, ticket, { ...cookieOptions(c, false), maxAge: seconds })
}

export function readSignupCookie(c: Context): string | undefined {
  return getCookie(c, signupCookie)
}

export function clearSignupCookie(c: Context): void {
  setCookie(c, signupCookie, '', { ...cookieOptions(c, false), maxAge: 0 })
}

export function setOAuthFlowCookie(
  c: Context,
  provider: 'google' | 'twitch',
  encrypted: string,
  seconds: number,
): void {
  setCookie(c, `oauth_${provider}`, encrypted, { ...cookieOptions(c, false), maxAge: seconds })
}

export function readOAuthFlowCookie(c: Context, provider: 'google' | 'twitch'): string | undefined {
  return getCookie(c, `oauth_${provider}`)
}

export function clearOAuthFlowCookie(c: Context, provider: 'google' | 'twitch'): void {
  setCookie(c, `oauth_${provider}`, '', { ...cookieOptions(c, false), maxAge: 0 })
}

const passkeyCookie = 'passkey_challenge'

export function setPasskeyChallengeCookie(c: Context, encrypted: string, seconds: number): void {
  setCookie(c, passkeyCookie, encrypted, { ...cookieOptions(c, false), maxAge: seconds })
}

/** Reads the challenge and clears its cookie: a challenge is answered once. */
export function takePasskeyChallengeCookie(c: Context): string | undefined {
  setCookie(c, passkeyCookie, '', { ...cookieOptions(c, false), maxAge: 0 })
  return getCookie(c, passkeyCookie)
}
