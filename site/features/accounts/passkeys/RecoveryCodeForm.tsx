import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { RecoveryCodeInput } from '#worker/features/accounts/passkeys/contract.ts'

type Props = { send: (code: string) => Promise<void> }

export function RecoveryCodeForm({ send }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <CodeForm send={send} />
  return <Button label={m.recovery_code_use()} look="quiet" onClick={() => setIsOpen(true)} />
}

function CodeForm({ send }: Props) {
  const { fieldOf, submit, failure, isBusy, isSending } = useValidatedForm<{
    code: string
  }>({
    schema: RecoveryCodeInput,
    fieldOfCode: { wrong_recovery_code: 'code' },
    send: ({ code }) => send(code),
  })
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <TextField label={m.recovery_code_label()} {...fieldOf('code')} maxLength={40} required />
      <SubmitButton {...{ isBusy, isSending }}>{m.recovery_code_submit()}</SubmitButton>
    </form>
  )
}
