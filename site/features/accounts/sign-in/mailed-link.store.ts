import { atom } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'

/** `refused`: the account is staff’s, which no link deletes. */
export type MailedLinkState =
  'idle' | 'working' | 'done' | 'missing' | 'expired' | 'refused' | 'failed'

type TokenPath = 'auth/delete_account' | 'auth/verify_email' | 'auth/verify_email/disown'

export function createMailedLinkStore(api: Pick<Api, 'post'>, path: TokenPath, token: string) {
  const $state = atom<MailedLinkState>(token ? 'idle' : 'missing')

  async function follow(): Promise<void> {
    const state = $state.get()
    if (state !== 'idle' && state !== 'failed') return
    $state.set('working')
    try {
      await api.post(path, { body: { token } })
      $state.set('done')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'staff_account') {
        $state.set('refused')
        return
      }
      // Client errors are the link's fault. Anything else may pass on another try.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      $state.set(isRefused && error.status !== 429 ? 'expired' : 'failed')
    }
  }

  return { $state, follow }
}
