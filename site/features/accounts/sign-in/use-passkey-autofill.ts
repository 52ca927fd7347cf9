import { useEffect } from 'react'
import { failureText } from '#site/lib/failure-text.ts'
import { isAutofillSupported } from '#site/lib/session/passkey.ts'
import { showError } from '#site/ui/toasts/toasts.ts'
import { offerAutofill } from './passkey-login.ts'

/** Passkeys among the suggestions of the username; a chosen one signs in. */
export function usePasskeyAutofill(next: string): void {
  useEffect(() => {
    void isAutofillSupported().then((isSupported) => {
      if (isSupported) void offerAutofill(next, (error) => showError(failureText(error)))
    })
  }, [next])
}
