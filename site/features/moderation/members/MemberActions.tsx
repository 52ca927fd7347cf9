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

const otherActs = [
  { act: 'send_deletion_link', label: m.members_send_deletion_link },
  { act: 'change_scopes', label: m.members_change_role, 'aria-haspopup': 'dialog' },
  { act: 'delete', label: m.admin_delete, look: 'danger', 'aria-haspopup': 'dialog' },
] as const

export function MemberActions({ member, onAct }: Props) {
  const { acts } = member
  if (acts.length === 0) return null
  return (
    <div className="row members-acts">
      <StateButtons member={member} onAct={onAct} />
      {otherActs
        .filter(({ act }) => acts.includes(act))
        .map(({ act, label, ...rest }) => (
          <Button key={act} label={label()} isSmall {...rest} onClick={() => onAct(act)} />
        ))}
    </div>
  )
}
