import { session } from '#site/lib/session/session.store.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import { openStorage } from '#site/lib/storage.ts'
import { pendingSignupKey } from '#site/lib/storage-keys.ts'
import { setLocaleCookie } from '#site/lib/session/stored-settings.ts'
import { createResumeUrl, parseResumePoint } from '#site/lib/session/resume-after-login.ts'
import { safeNextPath } from '#site/lib/session/return-url.ts'
import type { ResumePointView } from '#worker/features/accounts/contract.ts'
import { createSignupContinuationStore } from './signup-continuation.store.ts'

/** Stored on the server from another page or device. */
async function takeResumePath(): Promise<string | undefined> {
  const { resume } = await api
    .post('users/me/resume')
    .catch(() => ({ resume: null }) satisfies ResumePointView)
  return resume ? safeNextPath(createResumeUrl(resume)) : undefined
}

/** In the member's language; this tab's pending action comes first. */
export async function continueAfterSignIn(next: string): Promise<void> {
  const settings = session.$settings.get()
  if (settings) setLocaleCookie(settings.interface_language_code)
  const resumed = parseResumePoint(next).action ? undefined : await takeResumePath()
  location.replace(resumed ?? next)
}

const continuation = createSignupContinuationStore({
  api,
  readToken: () => readAccessToken(),
  settle: session.settle,
})

/** Says that there is a sign-up cookie, which the server alone can read. */
const storage = openStorage('localStorage')

export function markSignupPending(): void {
  storage.setItem(pendingSignupKey, 'waiting')
}

export async function continueSignup(next: string): Promise<'waiting' | 'unknown' | 'signed_in'> {
  const outcome = await continuation.check()
  if (outcome !== 'waiting') storage.removeItem(pendingSignupKey)
  if (outcome === 'signed_in') await continueAfterSignIn(next)
  return outcome
}

export async function resumePendingSignup(next: string): Promise<void> {
  if (storage.getItem(pendingSignupKey)) await continueSignup(next)
}
