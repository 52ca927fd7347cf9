import type { Context } from 'hono'
import { clearCookies, readCookie, setCookie } from './own-cookie.ts'

const twitchNames = ['twitch_access_token', 'twitch_refresh_token'] as const
const tokenNames = ['access_token', 'refresh_token', ...twitchNames] as const

/** Scripts can read only the access token. */
export function setTokenCookies(
  c: Context,
  tokens: { access_token: string; refresh_token: string },
): void {
  setCookie(c, 'access_token', tokens.access_token)
  setCookie(c, 'refresh_token', tokens.refresh_token)
}

export function clearTokenCookies(c: Context): void {
  clearCookies(c, ...tokenNames)
}

export function hasTokenCookies(c: Context): boolean {
  return tokenNames.some((name) => readCookie(c, name) !== undefined)
}

export function readTokenCookies(c: Context): { access?: string; refresh?: string } {
  return { access: readCookie(c, 'access_token'), refresh: readCookie(c, 'refresh_token') }
}

/** Encrypted: neither script nor the person can read them. */
export type TwitchTokenCookies = { accessToken: string | null; refreshToken: string | null }

export function setTwitchTokenCookies(c: Context, tokens: TwitchTokenCookies): void {
  if (tokens.accessToken) setCookie(c, 'twitch_access_token', tokens.accessToken)
  if (tokens.refreshToken) setCookie(c, 'twitch_refresh_token', tokens.refreshToken)
}

export function readTwitchTokenCookies(c: Context): TwitchTokenCookies {
  return {
    accessToken: readCookie(c, 'twitch_access_token') ?? null,
    refreshToken: readCookie(c, 'twitch_refresh_token') ?? null,
  }
}

export function clearTwitchTokenCookies(c: Context): void {
  clearCookies(c, ...twitchNames)
}
