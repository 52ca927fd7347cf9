import { api } from '#site/lib/api.ts'
import { answerChallenge } from '#site/lib/session/passkey.ts'
import { session } from '#site/lib/session/session.store.ts'
import type { PasskeyAnswer } from '#worker/features/accounts/passkeys/contract.ts'
import { continueAfterSignIn } from './continuation.ts'

async function signIn(answer: PasskeyAnswer, next: string): Promise<void> {
  await api.post('auth/passkey', { body: answer })
  await session.settle()
  await continueAfterSignIn(next)
}

export async function logInWithPasskey(next: string): Promise<void> {
  await signIn(await answerChallenge(api), next)
}

export async function offerAutofill(
  next: string,
  onFailure: (error: unknown) => void,
): Promise<void> {
  // Nothing was chosen, another way of signing in took over, or there is no challenge to be had.
  const answer = await answerChallenge(api, { isAutofill: true }).catch(() => undefined)
  if (!answer) return
  try {
    await signIn(answer, next)
  } catch (error) {
    onFailure(error)
    await offerAutofill(next, onFailure)
  }
}
