import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { signInCodeStore } from '#site/lib/session/sign-in-code.ts'
import { CodeStep } from './CodeStep.tsx'
import { continueAfterSignIn } from './continuation.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { EmailField } from '#site/ui/fields/TextField.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useAutofocus } from '#site/ui/use-autofocus.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { signupTerms } from '#site/ui/terms-lines.ts'
import { PasswordResetRequestInput } from '#worker/features/accounts/contract.ts'

type Props = {
  next: string
  providers: ReactNode
  /** The form with a password. */
  children: ReactNode
}

/** A tab that waits for its code goes on with that. */
export function SignInWay({ next, providers, children }: Props) {
  const sent = useStore(signInCodeStore.$sent)
  useEffect(signInCodeStore.recall, [])
  if (sent) {
    return (
      <div className="stack">
        <CodeStep
          sent={sent}
          onSignedIn={() => continueAfterSignIn(next)}
          onOtherAddress={signInCodeStore.forget}
        />
        <Button label={m.code_use_password()} look="quiet" onClick={signInCodeStore.forget} />
      </div>
    )
  }
  return (
    <>
      <CodeRequestForm />
      {providers}
      <p className="divider quiet">{m.login_or_password()}</p>
      {children}
      <Markup as="p" className="field-hint" html={signupTerms(getLocale())} />
    </>
  )
}

function CodeRequestForm() {
  const autofocus = useAutofocus<HTMLFormElement>()
  const form = useValidatedForm<{ email: string }>({
    schema: PasswordResetRequestInput,
    defaults: { email: '' },
    fallback: m.code_request_failed,
    send: (values) => signInCodeStore.send(values.email.trim()),
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <form ref={autofocus} method="post" className="stack" noValidate onSubmit={submit}>
      <p className="quiet">{m.code_text()}</p>
      <Failure text={failure} />
      <EmailField {...fieldOf('email')} />
      <SubmitButton isBusy={isBusy} isSending={isSending}>
        {isSending ? m.code_sending() : m.code_offer()}
      </SubmitButton>
    </form>
  )
}
