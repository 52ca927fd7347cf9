import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import type { SignInStore } from '#site/features/accounts/profile/sign-in.store.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/ui/Failure.tsx'

/** The mailed link by which staff add their first passkey: the password alone must not. */
export function FirstPasskey({ store }: { store: Pick<SignInStore, 'mailPasskeyLink'> }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [failure, setFailure] = useState('')

  async function send(): Promise<void> {
    setState('sending')
    setFailure('')
    try {
      await store.mailPasskeyLink()
      setState('sent')
    } catch (error) {
      setFailure(failureText(error, m.first_passkey_failed))
      setState('idle')
    }
  }

  if (state === 'sent') return <p role="status">{m.first_passkey_sent()}</p>
  return (
    <>
      <p>{m.first_passkey_text()}</p>
      <Failure text={failure} />
      <Button
        label={m.first_passkey_send()}
        look="primary"
        className="button-wide"
        disabled={state === 'sending'}
        onClick={() => void send()}
      />
    </>
  )
}
