import { session } from '#site/lib/session/session.store.ts'
import { api, readCookie } from '#site/lib/api.ts'
import { storageOf } from '#site/lib/storage.ts'
import { createContinuation } from './continuation.store.ts'
import { continueAfterSignIn } from './continue-after-sign-in.ts'

const continuation = createContinuation({
  api,
  readToken: () => readCookie('access_token'),
  settle: session.settle,
})

/** The cookie that identifies the sign-up is the server's alone to read; this says that there is one. */
const storage = storageOf('localStorage')
const key = 'pending_signup'

export function rememberSignup(): void {
  storage.setItem(key, 'waiting')
}

/** Signs in and continues where the sign-up began, or answers that it waits or needs a login. */
export async function continueSignup(next: string): Promise<'waiting' | 'unknown' | 'signed_in'> {
  const outcome = await continuation.check()
  if (outcome !== 'waiting') storage.removeItem(key)
  if (outcome === 'signed_in') await continueAfterSignIn(next)
  return outcome
}

/** Completes a sign-up that was verified in another browser. */
export async function resumePendingSignup(next: string): Promise<void> {
  if (storage.getItem(key)) await continueSignup(next)
}
