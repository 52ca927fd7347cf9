import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { DialogFoot } from '#site/islands/admin/DialogFoot.tsx'
import { Dialog } from '#site/islands/forms/Dialog.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { MemberView } from '#worker/features/members/contract.ts'

type Props = {
  member: MemberView
  /** Whether they are gone. */
  onDelete: () => Promise<boolean>
  onClose: () => void
}

/** Names all that is lost, and asks for the name so that no slip does it. */
export function DeleteMember({ member, onDelete, onClose }: Props) {
  const { username: name } = member
  const { register, submit, errorOf, isBusy, isSending } = useCheckedForm<{ username: string }>({
    schema: v.object({ username: v.literal(name, 'wrong_username') }),
    defaults: { username: '' },
    async send() {
      if (await onDelete()) onClose()
    },
  })
  const kept = keptOf(member)
  return (
    <Dialog title={m.members_delete_title({ name })} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <p>{m.members_delete_lost()}</p>
        <Lines lines={lostOf(member)} />
        {kept.length > 0 && <p>{m.members_delete_stays()}</p>}
        <Lines lines={kept} />
        <p>
          <b>{m.admin_no_undo()}</b>
        </p>
        <Field label={m.members_delete_type({ name })} error={errorOf('username')}>
          {(control) => (
            <input
              {...control}
              {...register('username')}
              className="input"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <DialogFoot onClose={onClose}>
          <SubmitButton isBusy={isBusy} isSending={isSending} className="button-danger">
            {m.members_delete_now()}
          </SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** One line for each kind of thing there is any of. */
function linesOf(lines: [count: number, line: (inputs: { count: number }) => string][]): string[] {
  return lines.filter(([count]) => count > 0).map(([count, line]) => line({ count }))
}

function lostOf({ counts, level, total_xp }: MemberView): string[] {
  const { rejected, pending, disabled, hypes, follows } = counts
  return [
    m.members_delete_account(),
    m.members_delete_progress({ level, xp: formatCount(total_xp, getLocale()) }),
    ...linesOf([
      [rejected + pending + disabled, m.members_delete_proposals],
      [hypes, m.members_delete_hypes],
      [follows, m.members_delete_follows],
    ]),
  ]
}

function keptOf({ counts, streamer }: MemberView): string[] {
  return [
    ...linesOf([[counts.approved, m.members_delete_events]]),
    ...(streamer ? [m.members_delete_streamer({ name: streamer.display_name })] : []),
  ]
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul className="members-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
