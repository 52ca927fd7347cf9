import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type * as v from 'valibot'
import { m } from '#site/lib/messages.ts'
import { EmailField } from '#site/islands/forms/EmailField.tsx'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { PasswordField } from '#site/islands/forms/PasswordField.tsx'
import { session } from '#site/islands/session/session.store.ts'
import { SignupForm as SignupSchema } from '#worker/features/accounts/contract.ts'

type Values = v.InferInput<typeof SignupSchema>
type Props = {
  loginHref: string
  /** Other ways to sign up, above the form. */
  children?: ReactNode
}

export function SignupForm({ loginHref, children }: Props) {
  const isDone = useStore(session.$isSignupDone)
  const [email, setEmail] = useState('')
  if (isDone) return <MailSent email={email} loginHref={loginHref} />
  return (
    <>
      <h1>{m.signup_title()}</h1>
      {children}
      <AccountForm loginHref={loginHref} onSent={setEmail} />
    </>
  )
}

function AccountForm({ loginHref, onSent }: Props & { onSent: (email: string) => void }) {
  const form = useCheckedForm<Values>({
    schema: SignupSchema,
    fallback: m.signup_failed,
    fieldOfCode: { username_taken: 'name' },
    async send({ name, email, password }) {
      await session.signup({ name, email, password })
      onSent(email)
    },
  })
  const { register, submit, errorOf, failure, isBusy, isSending, trigger, getValues } = form
  // The confirmation is judged against the password, but not before it was typed.
  const recheck = () => {
    if (getValues('confirmation')) void trigger('confirmation')
  }
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <Field label={m.username()} hint={m.signup_username_hint()} error={errorOf('name')}>
        {(control) => (
          <input
            {...control}
            {...register('name')}
            className="input"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <EmailField error={errorOf('email')} field={register('email')} />
      <PasswordField
        label={m.password()}
        hint={m.signup_password_hint()}
        error={errorOf('password')}
        autoComplete="new-password"
        {...register('password', { onChange: recheck })}
      />
      <PasswordField
        label={m.signup_confirmation()}
        error={errorOf('confirmation')}
        autoComplete="new-password"
        {...register('confirmation')}
      />
      <SubmitButton isBusy={isBusy} isSending={isSending}>
        {isSending ? m.signup_sending() : m.signup_submit()}
      </SubmitButton>
      <p className="quiet">
        {m.signup_has_account()} <a href={loginHref}>{m.login_submit()}</a>
      </p>
    </form>
  )
}

function MailSent({ email, loginHref }: { email: string; loginHref: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack" role="status">
      <h1 ref={heading} tabIndex={-1}>
        {m.signup_sent_title()}
      </h1>
      <p>{m.signup_sent_text({ email })}</p>
      <p className="quiet">{m.signup_sent_hint()}</p>
      <a className="button button-primary" href={loginHref}>
        {m.login_submit()}
      </a>
    </div>
  )
}
