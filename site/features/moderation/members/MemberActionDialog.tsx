import * as v from 'valibot'
import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import { WordsDialog } from '#site/ui/admin/WordsDialog.tsx'
import { m } from '#site/lib/messages.ts'
import {
  LiftInput,
  RestrictingAction,
  type MemberStateAction,
  type MemberView,
} from '#worker/features/moderation/members/contract.ts'
import { memberStateActionTexts } from './member-labels.ts'
import type { MembersStore } from './members.store.ts'

type Props = {
  store: MembersStore
  member: MemberView
  act: MemberStateAction
  onClose: () => void
}

export function MemberActionDialog({ store, member, act, onClose }: Props) {
  const words = memberStateActionTexts[act]
  const shared = { title: words.title({ name: member.username }), act: words.label(), onClose }
  if (v.is(RestrictingAction, act)) {
    return (
      <ReasonsDialog
        {...shared}
        text={<p>{words.text()}</p>}
        onSend={async (reasons) => {
          if (await store.restrict(member, act, reasons)) onClose()
        }}
      />
    )
  }
  return (
    <WordsDialog
      {...shared}
      schema={LiftInput}
      defaults={{ reason: '' }}
      words={{
        name: 'reason',
        label: m.members_reason(),
        hint: m.appeals_answer_hint(),
        rows: 2,
      }}
      onSend={async (input) => {
        if (await store.lift(member, act, input)) onClose()
      }}
    >
      <p>{words.text()}</p>
    </WordsDialog>
  )
}
