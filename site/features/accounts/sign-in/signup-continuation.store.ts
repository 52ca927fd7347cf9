import type { Api } from '#site/lib/api.ts'
import type { SignupContinuationView } from '#worker/features/accounts/contract.ts'

type Dependencies = {
  api: Pick<Api, 'post'>
  readToken: () => string | undefined
  /** New tokens take effect. */
  settle: () => Promise<void>
}

type SignupOutcome = SignupContinuationView['outcome']

/** In the browser that signed up, once its address is verified anywhere. */
export function createSignupContinuationStore({ api, readToken, settle }: Dependencies) {
  let checking: Promise<SignupOutcome> | undefined

  async function askServer(): Promise<SignupOutcome> {
    // Another tab was signed in.
    const answer: SignupContinuationView = readToken()
      ? { outcome: 'signed_in' }
      : await api.post('auth/signup/continue')
    if (answer.outcome === 'signed_in') await settle()
    return answer.outcome
  }

  /** A failed call changes nothing. */
  function check(): Promise<SignupOutcome> {
    checking ??= askServer()
      .catch(() => 'waiting' as const)
      .finally(() => {
        checking = undefined
      })
    return checking
  }

  return { check }
}
