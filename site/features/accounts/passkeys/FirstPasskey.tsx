import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import type { SignInStore } from '#site/features/accounts/profile/sign-in.store.ts'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'

/** Staff add their first passkey by a mailed link: the password alone must not. */
export function FirstPasskey({ store }: { store: Pick<SignInStore, 'mailPasskeyLink'> }) {
  const [isSent, setIsSent] = useState(false)
  const { isBusy, failure, attempt } = useAttempt(m.first_passkey_failed)

  async function send(): Promise<void> {
    await store.mailPasskeyLink()
    setIsSent(true)
  }

  if (isSent) return <p role="status">{m.first_passkey_sent()}</p>
  return (
    <>
      <p>{m.first_passkey_text()}</p>
      <Failure text={failure} />
      <Button
        label={m.first_passkey_send()}
        look="primary"
        className="button-wide"
        disabled={isBusy}
        onClick={() => void attempt(send)}
      />
    </>
  )
}
