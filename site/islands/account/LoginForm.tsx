import { useEffect } from 'react'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { rememberLocale } from '#site/islands/session/remember-locale.ts'
import { session } from '#site/islands/session/session.store.ts'
import { LoginInput } from '#worker/features/accounts/contract.ts'

type Props = { next: string; signupHref: string }

export function LoginForm({ next, signupHref }: Props) {
  useLeaveWhenSignedIn(next)
  const { register, submit, errorOf, failure, isBusy, isSending } = useCheckedForm<LoginInput>({
    schema: LoginInput,
    fallback: m.login_failed,
    async send({ username, password }) {
      await session.login(username, password)
      const settings = session.$settings.get()
      if (settings) rememberLocale(settings.interface_language_code)
      location.assign(next)
    },
  })
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <Field label={m.login_username()} error={errorOf('username')}>
        {(control) => (
          <input
            {...control}
            {...register('username')}
            className="input"
            type="text"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label={m.password()} error={errorOf('password')}>
        {(control) => (
          <input
            {...control}
            {...register('password')}
            className="input"
            type="password"
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <SubmitButton isBusy={isBusy} isSending={isSending}>
        {isSending ? m.login_sending() : m.login_submit()}
      </SubmitButton>
      <p className="quiet">
        {m.login_no_account()} <a href={signupHref}>{m.signup_submit()}</a>
      </p>
    </form>
  )
}

/** A cookie alone may be stale: only a token that the server takes sends the person on. */
function useLeaveWhenSignedIn(next: string): void {
  useEffect(() => {
    if (!session.$isSignedIn.get()) return
    session.loadSettings().then(
      () => location.replace(next),
      () => undefined,
    )
  }, [next])
}
