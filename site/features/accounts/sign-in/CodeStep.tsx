import { useEffect, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { CodeField } from './CodeField.tsx'
import type { CodeRequest, SignInCodeStore } from '#site/lib/session/sign-in-code.store.ts'

type Props = {
  store: SignInCodeStore
  sent: CodeRequest
  onSignedIn: () => Promise<void> | void
  /** Absent where the address is given. */
  onOtherAddress?: () => void
}

export function CodeStep({ store, sent, onSignedIn, onOtherAddress }: Props) {
  const { email, request } = sent
  const [isResent, setIsResent] = useState(false)
  return (
    <div className="stack">
      <p role="status">{isResent ? m.code_resent() : m.code_sent({ email })}</p>
      <CodeField
        request={request}
        enter={async (code) => {
          await store.enter(code)
          await onSignedIn()
        }}
      />
      <ResendButton store={store} sent={sent} onSent={() => setIsResent(true)} />
      {onOtherAddress && (
        <Button label={m.code_other_address()} look="quiet" onClick={onOtherAddress} />
      )}
    </div>
  )
}

function ResendButton({
  store,
  sent,
  onSent,
}: Pick<Props, 'store' | 'sent'> & { onSent: () => void }) {
  const [seconds, setSeconds] = useState(() => store.secondsToResend())
  const { isBusy, failure, attempt } = useAttempt(m.code_request_failed)
  useEffect(() => {
    const tell = () => setSeconds(store.secondsToResend())
    tell()
    const timer = setInterval(tell, 1000)
    return () => clearInterval(timer)
  }, [store, sent])

  async function resend(): Promise<void> {
    await store.send(sent.email)
    onSent()
  }

  return (
    <>
      <Failure text={failure} />
      <Button
        label={seconds > 0 ? m.code_resend_wait({ seconds }) : m.code_resend()}
        disabled={seconds > 0 || isBusy}
        onClick={() => void attempt(resend)}
      />
      <p className="quiet">{m.code_late()}</p>
    </>
  )
}
