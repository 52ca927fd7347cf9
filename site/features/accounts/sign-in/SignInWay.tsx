import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { signInCode } from '#site/lib/session/sign-in-code.ts'
import { CodeStep } from './CodeStep.tsx'
import { CodeRequestForm } from './CodeRequestForm.tsx'
import { continueAfterSignIn } from './continuation.ts'

type Props = {
  next: string
  /** Other services to sign in with. */
  providers: ReactNode
  /** The form with a password. */
  children: ReactNode
}

/** With a mailed code first, or otherwise; a tab that waits for its code goes on with that. */
export function SignInWay({ next, providers, children }: Props) {
  const sent = useStore(signInCode.$sent)
  useEffect(signInCode.recall, [])
  if (sent) {
    return (
      <div className="stack">
        <CodeStep
          store={signInCode}
          sent={sent}
          onSignedIn={() => continueAfterSignIn(next)}
          onOtherAddress={signInCode.forget}
        />
        <Button label={m.code_use_password()} look="quiet" onClick={signInCode.forget} />
      </div>
    )
  }
  return (
    <>
      <CodeRequestForm />
      {providers}
      <p className="divider quiet">{m.login_or_password()}</p>
      {children}
    </>
  )
}
