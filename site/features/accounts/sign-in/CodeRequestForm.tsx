import { m } from '#site/lib/messages.ts'
import { signInCode } from '#site/lib/session/sign-in-code.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { EmailField } from '#site/ui/fields/TextField.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useAutofocus } from '#site/ui/use-autofocus.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { ResetRequestInput } from '#worker/features/accounts/contract.ts'

/** Asks for the address that a code is mailed to, which logs in or signs up. */
export function CodeRequestForm() {
  const autofocus = useAutofocus<HTMLFormElement>()
  const form = useValidatedForm<{ email: string }>({
    schema: ResetRequestInput,
    defaults: { email: '' },
    fallback: m.code_request_failed,
    send: (values) => signInCode.send(values.email.trim()),
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
