import { api } from '#site/lib/api.ts'
import { answerPasskeyChallenge } from '#site/lib/session/passkey.ts'
import { session } from '#site/lib/session/session.store.ts'
import type { PasskeyAssertion } from '#worker/features/accounts/passkeys/contract.ts'
import { continueAfterSignIn } from './continuation.ts'

async function signInWithPasskey(answer: PasskeyAssertion, next: string): Promise<void> {
  await api.post('auth/passkey', { body: answer })
  await session.settle()
  await continueAfterSignIn(next)
}

export async function logInWithPasskey(next: string): Promise<void> {
  await signInWithPasskey(await answerPasskeyChallenge(api), next)
}

export async function offerPasskeyAutofill(
  next: string,
  onFailure: (error: unknown) => void,
): Promise<void> {
  // Nothing was chosen, another way of signing in took over, or there is no challenge to be had.
  const answer = await answerPasskeyChallenge(api, { isAutofill: true }).catch(() => undefined)
  if (!answer) return
  try {
    await signInWithPasskey(answer, next)
  } catch (error) {
    onFailure(error)
    await offerPasskeyAutofill(next, onFailure)
  }
}
