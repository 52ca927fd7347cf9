import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import type * as v from 'valibot'
import { m } from '#site/lib/messages.ts'
import { EmailField } from '#site/ui/fields/TextField.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { HandleField } from '#site/ui/fields/HandleField.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { NewPasswordFields } from '#site/ui/fields/NewPasswordFields.tsx'
import { readBrowserZone } from '#site/ui/fields/zones.ts'
import {
  clearPendingAction,
  parseResumePoint,
  stripPendingAction,
} from '#site/lib/session/resume-after-login.ts'
import { session } from '#site/lib/session/session.store.ts'
import { SignupForm as SignupSchema } from '#worker/features/accounts/contract.ts'
import { markSignupPending, resumePendingSignup } from './continuation.ts'
import { SignupMailSent } from './MailSent.tsx'
import { SignInWay } from './SignInWay.tsx'

type SignupFormValues = v.InferInput<typeof SignupSchema>
type Props = {
  /** The page to continue on once the address is verified. */
  next: string
  loginHref: string
  children?: ReactNode
}

export function SignupForm({ next, loginHref, children }: Props) {
  const isDone = useStore(session.$isSignupDone)
  const [email, setEmail] = useState('')
  useEffect(() => void resumePendingSignup(next), [next])
  if (isDone) return <SignupMailSent {...{ email, loginHref }} next={stripPendingAction(next)} />
  return (
    <>
      <h1>{m.signup_title()}</h1>
      <SignInWay next={next} providers={children}>
        <AccountForm next={next} onSent={setEmail} />
      </SignInWay>
    </>
  )
}

type AccountFormProps = { next: string; onSent: (email: string) => void }

function AccountForm({ next, onSent }: AccountFormProps) {
  const form = useValidatedForm<SignupFormValues>({
    schema: SignupSchema,
    fallback: m.signup_failed,
    fieldOfCode: { username_taken: 'name' },
    async send({ name, email, password }) {
      const resume = parseResumePoint(next)
      await session.signup({ name, email, password, resume, time_zone: readBrowserZone() })
      clearPendingAction()
      markSignupPending()
      onSent(email)
    },
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <HandleField
        label={m.username()}
        hint={m.signup_username_hint()}
        autoComplete="username"
        {...fieldOf('name')}
      />
      <EmailField {...fieldOf('email')} />
      <NewPasswordFields label={m.password()} form={form} />
      <SubmitButton isBusy={isBusy} isSending={isSending} className="button-wide">
        {isSending ? m.signup_sending() : m.signup_submit()}
      </SubmitButton>
    </form>
  )
}
