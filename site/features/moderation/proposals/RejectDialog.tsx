import { useEffect, useRef } from 'react'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { rejectionReasonNames } from '#site/lib/labels.ts'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  RejectionCode,
  type ProposalView,
  type RejectInput,
} from '#worker/features/moderation/proposals/contract.ts'
import { OriginalEventFields } from './DuplicateOfFields.tsx'
import {
  emptyRejectValues,
  findOriginalEventId,
  toRejectionReason,
  RejectForm,
  type RejectValues,
} from './reject-form.ts'

type Props = {
  title: string
  /** Without it, several are rejected. */
  proposal?: ProposalView
  onClose: () => void
  onReject: (input: RejectInput) => void
}

export function RejectDialog({ title, proposal, onClose, onReject }: Props) {
  const probable = proposal?.similar.find(({ is_probable }) => is_probable)
  const form = useValidatedForm<RejectValues>({
    schema: RejectForm,
    defaults: { ...emptyRejectValues, duplicate_of: String(probable?.id ?? '') },
    async send(values) {
      const isDuplicate = proposal && values.reason_code === 'duplicate'
      const duplicate_of = isDuplicate ? await findOriginalEventId(values) : null
      onReject({ ...toRejectionReason(values), duplicate_of })
    },
  })
  const { fieldOf, register, errorOf, trigger, watch, setValue, formState } = form
  const recheck = () => formState.isSubmitted && void trigger('reason_code')
  const reasons = useReasonKeys((code) => {
    setValue('reason_code', code, { shouldDirty: true })
    recheck()
  })
  const error = errorOf('reason_code')
  return (
    <FormDialog act={m.proposals_reject()} isDanger {...{ title, form, onClose }}>
      <p className="quiet">{m.proposals_reject_text()}</p>
      <fieldset ref={reasons} className="choices" aria-describedby={error && 'reason-error'}>
        <legend>{m.proposals_reason()}</legend>
        {RejectionCode.options.map((code, index) => (
          <label key={code} className="choice-row">
            <input
              type="radio"
              value={code}
              {...register('reason_code', { onChange: recheck })}
              aria-keyshortcuts={String(index + 1)}
            />
            {rejectionReasonNames[code]()}
            <kbd aria-hidden="true">{index + 1}</kbd>
          </label>
        ))}
        <p className="field-error" id="reason-error" aria-live="polite">
          {error}
        </p>
      </fieldset>
      {proposal && watch('reason_code') === 'duplicate' && (
        <OriginalEventFields similar={proposal.similar} form={form} />
      )}
      <TextArea
        label={m.proposals_own_reason()}
        {...fieldOf('reason', { onChange: recheck })}
        rows={3}
      />
    </FormDialog>
  )
}

/** 1 to 6 choose a reason, except while words are typed. */
function useReasonKeys(onChoose: (code: RejectionCode) => void) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  useEffect(() => {
    const dialog = fields.current?.closest('dialog')
    function onKey(event: KeyboardEvent): void {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof Element && target.matches('textarea, input:not([type=radio])')) return
      const index = Number(key) - 1
      const code = RejectionCode.options[index]
      if (!code) return
      choose.current(code)
      fields.current?.querySelectorAll('input')[index]?.focus()
      event.preventDefault()
    }
    dialog?.addEventListener('keydown', onKey)
    return () => dialog?.removeEventListener('keydown', onKey)
  }, [])
  return fields
}
