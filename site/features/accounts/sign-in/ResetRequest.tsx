import { useState } from 'react'
import type * as v from 'valibot'
import { EmailField } from '#site/ui/fields/TextField.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useAutofocus } from '#site/ui/use-autofocus.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { clearPendingAction, parseResumePoint } from '#site/lib/session/resume-after-login.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { PasswordResetRequestInput } from '#worker/features/accounts/contract.ts'
import { LinkSent } from './MailSent.tsx'

type ResetFormValues = v.InferInput<typeof PasswordResetRequestInput>
type Props = { next: string; loginHref: string }

export function ResetRequest({ next, loginHref }: Props) {
  const [sentTo, setSentTo] = useState('')
  const autofocus = useAutofocus<HTMLFormElement>()
  const { fieldOf, submit, failure, isBusy, isSending } = useValidatedForm<ResetFormValues>({
    schema: PasswordResetRequestInput,
    fallback: m.reset_failed,
    async send({ email }) {
      await api.post('auth/reset_password/request', {
        body: { email, resume: parseResumePoint(next) },
      })
      clearPendingAction()
      setSentTo(email)
    },
  })
  if (sentTo) {
    return (
      <LinkSent text={m.reset_sent({ email: sentTo })}>
        <a className="button" href={loginHref}>
          {m.login_submit()}
        </a>
      </LinkSent>
    )
  }
  return (
    <form ref={autofocus} method="post" className="stack" noValidate onSubmit={submit}>
      <p className="quiet">{m.reset_text()}</p>
      <Failure text={failure} />
      <EmailField {...fieldOf('email')} />
      <SubmitButton isBusy={isBusy} isSending={isSending}>
        {isSending ? m.reset_sending() : m.reset_submit()}
      </SubmitButton>
      <p className="quiet">
        <a href={loginHref}>{m.reset_back()}</a>
      </p>
    </form>
  )
}
