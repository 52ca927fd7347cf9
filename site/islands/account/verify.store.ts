import { atom } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'

export type Verification = 'idle' | 'checking' | 'verified' | 'missing' | 'expired' | 'failed'

/** Confirms an e-mail address by the token of a mailed link, once. */
export function createVerification(api: Pick<Api, 'post'>, token: string) {
  const $state = atom<Verification>(token ? 'idle' : 'missing')

  async function verify(): Promise<void> {
    const state = $state.get()
    if (state !== 'idle' && state !== 'failed') return
    $state.set('checking')
    try {
      await api.post('auth/verify_email', { token })
      $state.set('verified')
    } catch (error) {
      // Ours to say: the link is at fault. Anything else may pass on another try.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      $state.set(isRefused && error.status !== 429 ? 'expired' : 'failed')
    }
  }

  return { $state, verify }
}
