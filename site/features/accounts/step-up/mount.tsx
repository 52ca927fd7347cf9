import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { ReauthenticationDialog } from '#site/features/accounts/profile/ReauthenticationDialog.tsx'
import type { ProofCode } from '#site/features/accounts/profile/proof.store.ts'
import {
  createSignInStore,
  type SignInStore,
} from '#site/features/accounts/profile/sign-in.store.ts'
import { api } from '#site/lib/api.ts'
import { redirectToOAuthProvider } from '#site/lib/session/authorize.ts'
import { session } from '#site/lib/session/session.store.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'

function Proof({ store, onClose }: { store: SignInStore; onClose: () => void }) {
  const isWaiting = useStore(store.$waiting) !== undefined
  useEffect(() => {
    if (!isWaiting) onClose()
  }, [isWaiting, onClose])
  return isWaiting && <ReauthenticationDialog store={store} />
}

/** Answers whether the person showed who they are. */
export async function askForProof(code: ProofCode): Promise<boolean> {
  const [first] = await Promise.all([
    api.get('users/me/identities'),
    session.$settings.get() ? undefined : session.loadSettings(),
  ])
  const store = createSignInStore({
    api,
    first,
    authorize: redirectToOAuthProvider,
    showError,
    showSuccess,
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  return new Promise((resolve) => {
    let isProved = false
    store.ask({ code, place: '', goOn: () => (isProved = true) })
    function close(): void {
      root.unmount()
      host.remove()
      resolve(isProved)
    }
    root.render(<Proof store={store} onClose={close} />)
  })
}
