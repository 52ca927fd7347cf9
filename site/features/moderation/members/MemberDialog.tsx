import { TryAgain } from '#site/ui/Failure.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import type { MemberAction } from '#worker/features/moderation/members/contract.ts'
import { MemberActions } from './MemberActions.tsx'
import { MemberFacts } from './MemberFacts.tsx'
import { MemberActivity } from './MemberActivity.tsx'
import type { OpenMember } from './members.store.ts'

type Props = {
  opened: OpenMember
  username: string
  onAct: (act: MemberAction) => void
  onShowEmail: () => void
  onRetry: () => void
  onClose: () => void
}

export function MemberDialog({ opened, username, onAct, onShowEmail, onRetry, onClose }: Props) {
  const { member, failure } = opened
  return (
    <Dialog title={username} className="members-dialog" onClose={onClose}>
      <div className="stack" aria-busy={!member && !failure}>
        <TryAgain text={failure} onRetry={onRetry} />
        {member && (
          <>
            <MemberFacts {...{ member, onShowEmail }} />
            <MemberActions member={member} onAct={onAct} />
            <MemberActivity member={member} />
          </>
        )}
        {!member && !failure && <div className="skeleton members-skeleton" />}
      </div>
    </Dialog>
  )
}
