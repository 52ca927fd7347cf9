import { useEffect, type ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { HandleField } from '#site/ui/fields/HandleField.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { PasswordField } from '#site/ui/fields/TextField.tsx'
import { session } from '#site/lib/session/session.store.ts'
import { PasskeyButton } from '#site/features/accounts/passkeys/PasskeyButton.tsx'
import { logInWithPasskey, offerPasskeyAutofill } from './passkey-login.ts'
import { LoginInput } from '#worker/features/accounts/contract.ts'
import { resumePendingSignup, continueAfterSignIn } from './continuation.ts'
import { SignInWay } from './SignInWay.tsx'
import { failureText } from '#site/lib/failure-text.ts'
import { isAutofillSupported } from '#site/lib/session/passkey.ts'
import { showError } from '#site/ui/toasts/toasts.ts'

type PasswordLoginProps = { next: string; resetHref: string }
/** Children: the other services to log in with. */
type Props = PasswordLoginProps & { children?: ReactNode }

export function LoginForm({ next, resetHref, children }: Props) {
  useEffect(() => void resumePendingSignup(next), [next])
  return (
    <SignInWay next={next} providers={children}>
      <PasswordLogin {...{ next, resetHref }} />
    </SignInWay>
  )
}

function PasswordLogin({ next, resetHref }: PasswordLoginProps) {
  usePasskeyAutofill(next)
  const form = useValidatedForm<LoginInput>({
    schema: LoginInput,
    fallback: m.login_failed,
    async send({ username, password }) {
      await session.login(username, password)
      await continueAfterSignIn(next)
    },
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <HandleField
        label={m.login_username()}
        autoComplete="username webauthn"
        {...fieldOf('username')}
      />
      <PasswordField
        label={m.password()}
        autoComplete="current-password"
        {...fieldOf('password')}
      />
      <SubmitButton isBusy={isBusy} isSending={isSending} className="button-wide">
        {isSending ? m.login_sending() : m.login_submit()}
      </SubmitButton>
      <p>
        <a href={resetHref}>{m.login_forgot()}</a>
      </p>
      <PasskeyButton label={m.passkey_log_in()} onUse={() => logInWithPasskey(next)} />
    </form>
  )
}

function usePasskeyAutofill(next: string): void {
  useEffect(() => {
    void isAutofillSupported().then((isSupported) => {
      if (isSupported) void offerPasskeyAutofill(next, (error) => showError(failureText(error)))
    })
  }, [next])
}
