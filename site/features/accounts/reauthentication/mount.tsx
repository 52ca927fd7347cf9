import { createRoot } from 'react-dom/client'
import { createSignInStore } from '#site/features/accounts/profile/sign-in.store.ts'
import { api } from '#site/lib/api.ts'
import { redirectToOAuthProvider } from '#site/lib/session/authorize.ts'
import { session } from '#site/lib/session/session.store.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { ReauthenticationDialog } from './ReauthenticationDialog.tsx'
import type { ReauthenticationCode } from './reauthentication.store.ts'

/** Resolves to whether the person reauthenticated. */
export async function askForReauthentication(code: ReauthenticationCode): Promise<boolean> {
  const [identities] = await Promise.all([
    api.get('users/me/identities'),
    session.$settings.get() ? undefined : session.loadSettings(),
  ])
  const store = createSignInStore({
    api,
    first: identities,
    authorize: redirectToOAuthProvider,
    showError,
    showSuccess,
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  return new Promise((resolve) => {
    let isReauthenticated = false
    store.ask({ code, place: '', goOn: () => (isReauthenticated = true) })
    store.$waiting.listen(() => {
      root.unmount()
      host.remove()
      // The store goes on once nothing waits any more.
      queueMicrotask(() => resolve(isReauthenticated))
    })
    root.render(<ReauthenticationDialog store={store} />)
  })
}
