import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'
import { continueSignup } from './continuation.ts'

const pollMs = 4000

/** Continues by itself once the mailed link is opened, in this browser or on another device. */
function useSignupContinuation(next: string): void {
  useEffect(() => {
    let isAsking = false
    async function look(): Promise<void> {
      if (isAsking || document.visibilityState !== 'visible') return
      isAsking = true
      const outcome = await continueSignup(next)
      isAsking = false
      if (outcome !== 'waiting') stop()
    }
    const onShown = () => void look()
    const timer = setInterval(onShown, pollMs)
    document.addEventListener('visibilitychange', onShown)
    function stop(): void {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onShown)
    }
    return stop
  }, [next])
}

type Props = { email: string; next: string; loginHref: string }

export function SignupMailSent({ email, next, loginHref }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useSignupContinuation(next)
  return (
    <div className="stack" role="status">
      <h1 ref={heading} tabIndex={-1}>
        {m.signup_sent_title()}
      </h1>
      <p>{m.signup_sent_text({ email })}</p>
      <p>{m.signup_sent_waiting()}</p>
      <p className="quiet">{m.signup_sent_hint()}</p>
      <a className="button" href={loginHref}>
        {m.login_submit()}
      </a>
    </div>
  )
}

/** Says the same whoever has that address. */
export function LinkSent({ text, children }: { text: string; children?: ReactNode }) {
  const messageElement = useRef<HTMLDivElement>(null)
  useEffect(() => messageElement.current?.focus(), [])
  return (
    <div ref={messageElement} className="stack" role="status" tabIndex={-1}>
      <p className="notice notice-success">{text}</p>
      <p className="quiet">{m.link_sent_hint()}</p>
      {children}
    </div>
  )
}
