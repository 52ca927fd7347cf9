import { useStore } from '@nanostores/react'
import { Dialog } from '#site/ui/Dialog.tsx'
import { m } from '#site/lib/messages.ts'
import { SentScreen } from './SentScreen.tsx'
import { WizardForm } from './WizardForm.tsx'
import type { Wizard } from './wizard.store.ts'
import '#site/features/moderation/propose/propose.css'

type Props = { wizard: Wizard; isEdit: boolean; onClose: () => void; onAnother: () => void }

export function ProposeWizard({ wizard, isEdit, onClose, onAnother }: Props) {
  const sent = useStore(wizard.$sent)
  const title = isEdit ? m.propose_edit_title() : m.propose_title()
  return (
    <Dialog title={title} onClose={onClose} className="propose">
      {sent ? (
        <SentScreen proposal={sent} isEdit={isEdit} onClose={onClose} onAnother={onAnother} />
      ) : (
        <WizardForm wizard={wizard} isEdit={isEdit} />
      )}
    </Dialog>
  )
}
