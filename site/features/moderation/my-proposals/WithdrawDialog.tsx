import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { m } from '#site/lib/messages.ts'

type Props = { name: string; onClose: () => void; onWithdraw: () => Promise<void> }

/** Asks once: a withdrawn proposal cannot be sent again. */
export function WithdrawDialog({ name, onClose, onWithdraw }: Props) {
  const { isBusy, failure, attempt } = useAttempt()
  return (
    <Dialog title={m.withdraw_proposal_title({ name })} onClose={onClose}>
      <div className="stack">
        <p>{m.withdraw_proposal_text()}</p>
        <Failure text={failure} />
        <DialogFoot closeLabel={m.withdraw_proposal_keep()} onClose={onClose}>
          <Button
            label={m.withdraw_proposal()}
            look="danger"
            isBusy={isBusy}
            onClick={() => void attempt(onWithdraw)}
          />
        </DialogFoot>
      </div>
    </Dialog>
  )
}
