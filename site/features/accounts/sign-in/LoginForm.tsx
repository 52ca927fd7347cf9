import { useEffect } from 'react'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useAutofocus } from '#site/ui/use-autofocus.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { PasswordField } from '#site/ui/fields/TextField.tsx'
import { session } from '#site/lib/session/session.store.ts'
import { PasskeyButton } from '#site/features/accounts/passkeys/PasskeyProof.tsx'
import { logInWithPasskey } from './passkey-login.ts'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'
import { LoginInput } from '#worker/features/accounts/contract.ts'
import { resumePendingSignup, continueAfterSignIn } from './continuation.ts'
import { CodeOffer, SignInWay } from './SignInWay.tsx'

type Props = { next: string; resetHref: string }

export function LoginForm({ next, resetHref }: Props) {
  useEffect(() => void resumePendingSignup(next), [next])
  return (
    <SignInWay next={next}>
      {(offer) => <PasswordLogin {...{ next, resetHref, offer }} />}
    </SignInWay>
  )
}

type PasswordProps = Props & { offer: (email: string) => void }

function PasswordLogin({ next, resetHref, offer }: PasswordProps) {
  const autofocus = useAutofocus<HTMLFormElement>()
  usePasskeyAutofill(next)
  const form = useValidatedForm<LoginInput>({
    schema: LoginInput,
    fallback: m.login_failed,
    async send({ username, password }) {
      await session.login(username, password)
      await continueAfterSignIn(next)
    },
  })
  const { register, submit, errorOf, failure, isBusy, isSending } = form
  return (
    <form ref={autofocus} method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <Field label={m.login_username()} error={errorOf('username')}>
        {(control) => (
          <input
            {...control}
            {...register('username')}
            className="input"
            type="text"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <PasswordField
        label={m.password()}
        error={errorOf('password')}
        autoComplete="current-password"
        {...register('password')}
      />
      <SubmitButton isBusy={isBusy} isSending={isSending}>
        {isSending ? m.login_sending() : m.login_submit()}
      </SubmitButton>
      <p>
        <a href={resetHref}>{m.login_forgot()}</a>
      </p>
      <CodeOffer offer={offer} typed={() => form.getValues('username')} />
      <PasskeyButton label={m.passkey_log_in()} onUse={() => logInWithPasskey(next)} />
    </form>
  )
}
