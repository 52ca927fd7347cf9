import * as v from 'valibot'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import {
  MemberStateAction,
  type MemberAction,
  type MemberView,
} from '#worker/features/moderation/members/contract.ts'
import { memberStateActionTexts } from './member-labels.ts'

type Props = {
  member: MemberView
  onAct: (action: MemberAction) => void
}

/** The button that undoes an act stands where the act's stood, and keeps its focus. */
const buttonSlots: Record<MemberStateAction, string> = {
  soft_ban: 'restriction',
  remove_soft_ban: 'restriction',
  activate: 'activity',
  deactivate: 'activity',
  remove_picture: 'picture',
}

type StateButtonsProps = Props & { only?: MemberStateAction[] }

export function StateButtons({
  member,
  only = MemberStateAction.options,
  onAct,
}: StateButtonsProps) {
  const { acts, username } = member
  return acts
    .toReversed()
    .map((action) =>
      v.is(MemberStateAction, action) && only.includes(action) ? (
        <Button
          label={memberStateActionTexts[action].label()}
          key={buttonSlots[action]}
          isSmall
          aria-label={memberStateActionTexts[action].named({ name: username })}
          aria-haspopup="dialog"
          onClick={() => onAct(action)}
        />
      ) : null,
    )
}

export function MemberActions({ member, onAct }: Props) {
  const { acts } = member
  if (acts.length === 0) return null
  return (
    <div className="row members-acts">
      <StateButtons member={member} onAct={onAct} />
      {acts.includes('send_deletion_link') && (
        <Button
          label={m.members_send_deletion_link()}
          isSmall
          onClick={() => onAct('send_deletion_link')}
        />
      )}
      {acts.includes('change_scopes') && (
        <Button
          label={m.members_change_role()}
          isSmall
          aria-haspopup="dialog"
          onClick={() => onAct('change_scopes')}
        />
      )}
      {acts.includes('delete') && (
        <Button
          label={m.admin_delete()}
          look="danger"
          isSmall
          aria-haspopup="dialog"
          onClick={() => onAct('delete')}
        />
      )}
    </div>
  )
}
