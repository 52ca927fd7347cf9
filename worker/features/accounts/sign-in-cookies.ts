import type { Context } from 'hono'
import { clearTwitchTokenCookies, setTokenCookies } from '#worker/auth/cookies.ts'
import type { Tokens } from '#worker/auth/page-guard.ts'
import { setDeviceToken } from './known-device.ts'

type SignInTokens<Of extends Tokens> = { tokens: Of; deviceToken: string }

export function setSignInCookies<Of extends Tokens>(
  http: Context,
  { tokens, deviceToken }: SignInTokens<Of>,
): Of {
  setTokenCookies(http, tokens)
  // Somebody else's, perhaps.
  clearTwitchTokenCookies(http)
  setDeviceToken(http, deviceToken)
  return tokens
}
