import * as v from 'valibot'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  MemberStateActionInput,
  type MemberView,
  type MemberStateAction,
} from '#worker/features/moderation/members/contract.ts'
import { memberStateActionTexts } from './member-labels.ts'
import type { MembersStore } from './members.store.ts'

const ReasonForm = v.object({ reason: MemberStateActionInput.entries.reason })

type Props = {
  store: MembersStore
  member: MemberView
  act: MemberStateAction
  onClose: () => void
}

export function MemberActionDialog({ store, member, act, onClose }: Props) {
  const { username: name } = member
  const form = useValidatedForm<{ reason: string }>({
    schema: ReasonForm,
    defaults: { reason: '' },
    async send({ reason }) {
      if (await store.act(member, act, reason)) onClose()
    },
  })
  const words = memberStateActionTexts[act]
  return (
    <FormDialog
      title={words.title({ name })}
      act={words.label()}
      isDanger={act === 'deactivate' || act === 'soft_ban'}
      {...{ form, onClose }}
    >
      <p>{words.text()}</p>
      <TextArea
        label={m.members_reason()}
        hint={m.members_reason_hint()}
        {...form.fieldOf('reason')}
        rows={2}
      />
    </FormDialog>
  )
}
