import { session } from '#site/lib/session/session.store.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import { storageOf } from '#site/lib/storage.ts'
import { pendingSignupKey } from '#site/lib/storage-keys.ts'
import { createContinuation } from './continuation.store.ts'
import { continueAfterSignIn } from './continue-after-sign-in.ts'

const continuation = createContinuation({
  api,
  readToken: () => readAccessToken(),
  settle: session.settle,
})

/** The cookie that identifies the sign-up is the server's alone to read; this says that there is one. */
const storage = storageOf('localStorage')

export function rememberSignup(): void {
  storage.setItem(pendingSignupKey, 'waiting')
}

/** Signs in and continues where the sign-up began, or answers that it waits or needs a login. */
export async function continueSignup(next: string): Promise<'waiting' | 'unknown' | 'signed_in'> {
  const outcome = await continuation.check()
  if (outcome !== 'waiting') storage.removeItem(pendingSignupKey)
  if (outcome === 'signed_in') await continueAfterSignIn(next)
  return outcome
}

/** Completes a sign-up that was verified in another browser. */
export async function resumePendingSignup(next: string): Promise<void> {
  if (storage.getItem(pendingSignupKey)) await continueSignup(next)
}
