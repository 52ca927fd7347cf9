import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type * as v from 'valibot'
import { m } from '#site/lib/messages.ts'
import { EmailField } from '#site/islands/forms/EmailField.tsx'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { HandleField } from '#site/islands/forms/HandleField.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { NewPasswordFields } from '#site/islands/forms/NewPasswordFields.tsx'
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
  const { register, submit, errorOf, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <HandleField
        label={m.username()}
        hint={m.signup_username_hint()}
        error={errorOf('name')}
        autoComplete="username"
        field={register('name')}
      />
      <EmailField error={errorOf('email')} field={register('email')} />
      <NewPasswordFields label={m.password()} form={form} />
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
