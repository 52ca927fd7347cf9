import { readAccountId, readSessionId } from '#site/lib/session/access-token.ts'
import { readAccessToken } from '#site/lib/api.ts'
import { onboardingClosedKey, onboardingDoneKey } from '#site/lib/storage-keys.ts'

export type SignedInSession = { account: string; session: string }

export function findSignedInSession(): SignedInSession | undefined {
  const token = readAccessToken()
  return token ? { account: readAccountId(token), session: readSessionId(token) } : undefined
}

export function isOnboardingSettled(
  browser: Pick<Storage, 'getItem'>,
  { account, session }: SignedInSession,
): boolean {
  return (
    browser.getItem(onboardingDoneKey) === account ||
    browser.getItem(onboardingClosedKey) === session
  )
}
