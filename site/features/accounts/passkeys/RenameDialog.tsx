import { m } from '#site/lib/messages.ts'
import { Dialog } from '#site/ui/Dialog.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { RenamePasskeyInput } from '#worker/features/accounts/passkeys/contract.ts'
import type { Passkey, PasskeysStore } from './passkeys.store.ts'

type Props = { store: PasskeysStore; passkey: Passkey; onClose: () => void }

export function RenameDialog({ store, passkey: { id, name }, onClose }: Props) {
  const form = useValidatedForm<{ name: string }>({
    schema: RenamePasskeyInput,
    defaults: { name },
    fallback: m.passkeys_rename_failed,
    async send(values) {
      await store.rename(id, values.name)
      onClose()
    },
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <Dialog title={m.passkeys_rename_title()} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <Failure text={failure} />
        <TextField label={m.passkeys_name()} {...fieldOf('name')} maxLength={60} required />
        <DialogFoot className="profile-dialog-end" onClose={onClose}>
          <SubmitButton {...{ isBusy, isSending }}>{m.passkeys_rename()}</SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
