import * as v from 'valibot'
import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  LiftInput,
  RestrictingAction,
  type LiftingAction,
  type MemberStateAction,
  type MemberView,
} from '#worker/features/moderation/members/contract.ts'
import { memberStateActionTexts } from './member-labels.ts'
import type { MembersStore } from './members.store.ts'

type Props<Act extends MemberStateAction> = {
  store: MembersStore
  member: MemberView
  act: Act
  onClose: () => void
}

export function MemberActionDialog({ act, ...props }: Props<MemberStateAction>) {
  if (!v.is(RestrictingAction, act)) return <LiftDialog act={act} {...props} />
  const { store, member, onClose } = props
  const words = memberStateActionTexts[act]
  return (
    <ReasonsDialog
      title={words.title({ name: member.username })}
      act={words.label()}
      text={<p>{words.text()}</p>}
      onClose={onClose}
      onSend={async (reasons) => {
        if (await store.restrict(member, act, reasons)) onClose()
      }}
    />
  )
}

const LiftForm = v.object({ reason: LiftInput.entries.reason })

function LiftDialog({ store, member, act, onClose }: Props<LiftingAction>) {
  const form = useValidatedForm<{ reason: string }>({
    schema: LiftForm,
    defaults: { reason: '' },
    async send(input) {
      if (await store.lift(member, act, input)) onClose()
    },
  })
  const words = memberStateActionTexts[act]
  return (
    <FormDialog
      title={words.title({ name: member.username })}
      act={words.label()}
      {...{ form, onClose }}
    >
      <p>{words.text()}</p>
      <TextArea
        label={m.members_reason()}
        hint={m.appeals_answer_hint()}
        {...form.fieldOf('reason')}
        rows={2}
      />
    </FormDialog>
  )
}
