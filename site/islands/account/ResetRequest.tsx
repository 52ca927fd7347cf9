import { useState } from 'react'
import { EmailField } from '#site/islands/forms/EmailField.tsx'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { ResetRequestInput } from '#worker/features/accounts/contract.ts'
import { LinkSent } from './LinkSent.tsx'

export function ResetRequest({ loginHref }: { loginHref: string }) {
  const [sentTo, setSentTo] = useState('')
  const { register, submit, errorOf, failure, isBusy, isSending } =
    useCheckedForm<ResetRequestInput>({
      schema: ResetRequestInput,
      fallback: m.reset_failed,
      async send(input) {
        await api.post('auth/reset_password/request', input)
        setSentTo(input.email)
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
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <p className="quiet">{m.reset_text()}</p>
      <Failure text={failure} />
      <EmailField error={errorOf('email')} field={register('email')} />
      <SubmitButton isBusy={isBusy} isSending={isSending}>
        {isSending ? m.reset_sending() : m.reset_submit()}
      </SubmitButton>
      <p className="quiet">
        <a href={loginHref}>{m.reset_back()}</a>
      </p>
    </form>
  )
}
