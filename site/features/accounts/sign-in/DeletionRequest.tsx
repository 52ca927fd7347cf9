import { useState } from 'react'
import { EmailField } from '#site/ui/fields/TextField.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { DeletionLinkInput } from '#worker/features/accounts/profile/contract.ts'
import { LinkSent } from './MailSent.tsx'

/** Needs no sign-in: the link goes to the account's own address. */
export function DeletionRequest() {
  const [sentTo, setSentTo] = useState('')
  const { fieldOf, submit, failure, isBusy, isSending } = useValidatedForm<DeletionLinkInput>({
    schema: DeletionLinkInput,
    async send(input) {
      await api.post('auth/delete_account/request', { body: input })
      setSentTo(input.email)
    },
  })
  if (sentTo) return <LinkSent text={m.deletion_sent({ email: sentTo })} />
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <p className="quiet">{m.deletion_request_text()}</p>
      <Failure text={failure} />
      <EmailField {...fieldOf('email')} />
      <SubmitButton isBusy={isBusy} isSending={isSending} className="button-danger">
        {isSending ? m.reset_sending() : m.deletion_request_submit()}
      </SubmitButton>
    </form>
  )
}
