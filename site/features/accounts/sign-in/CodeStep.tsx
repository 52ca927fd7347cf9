import { useEffect, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { CodeField } from './CodeField.tsx'
import type { CodeRequest, SignInCodeStore } from '#site/lib/session/sign-in-code.store.ts'

type Props = {
  store: SignInCodeStore
  sent: CodeRequest
  onSignedIn: () => Promise<void> | void
  /** Absent where the address is given. */
  onOtherAddress?: () => void
}

/** After a code was mailed: its field, and what to do when it does not come. */
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
      <Resend store={store} sent={sent} onSent={() => setIsResent(true)} />
      {onOtherAddress && (
        <Button label={m.code_other_address()} look="quiet" onClick={onOtherAddress} />
      )}
    </div>
  )
}

function Resend({ store, sent, onSent }: Pick<Props, 'store' | 'sent'> & { onSent: () => void }) {
  const [seconds, setSeconds] = useState(() => store.secondsToResend())
  const [failure, setFailure] = useState('')
  const [isSending, setIsSending] = useState(false)
  useEffect(() => {
    const tell = () => setSeconds(store.secondsToResend())
    tell()
    const timer = setInterval(tell, 1000)
    return () => clearInterval(timer)
  }, [store, sent])

  async function resend(): Promise<void> {
    setIsSending(true)
    setFailure('')
    try {
      await store.send(sent.email)
      onSent()
    } catch (error) {
      setFailure(failureText(error, m.code_request_failed))
    } finally {
      setIsSending(false)
    }
  }

  return (
    <>
      <Failure text={failure} />
      <Button
        label={seconds > 0 ? m.code_resend_wait({ seconds }) : m.code_resend()}
        disabled={seconds > 0 || isSending}
        onClick={() => void resend()}
      />
      <p className="quiet">{m.code_late()}</p>
    </>
  )
}
