import * as v from 'valibot'
import { Dialog } from '#site/ui/Dialog.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { reasonNames } from '#site/lib/labels.ts'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import { RejectInput, RejectionCode } from '#worker/features/moderation/proposals/contract.ts'

type Values = { reason_code: RejectionCode | ''; reason: string }
const empty: Values = { reason_code: '', reason: '' }

/** An empty field is no reason; that there is none is said beside the list. */
function inputOf({ reason_code, reason }: Values): RejectInput {
  return { reason_code: reason_code || null, reason: reason.trim() || null }
}
const RejectForm = v.pipe(
  v.object({ reason_code: v.string(), reason: v.pipe(v.string(), v.trim(), v.maxLength(500)) }),
  v.forward(
    v.check((values) => v.is(RejectInput, inputOf(values as Values)), 'reason_required'),
    ['reason_code'],
  ),
)

type Props = {
  title: string
  onClose: () => void
  onReject: (input: RejectInput) => void
}

export function RejectDialog({ title, onClose, onReject }: Props) {
  const { register, submit, errorOf, isBusy, trigger, formState } = useValidatedForm<Values>({
    schema: RejectForm,
    defaults: empty,
    async send(values) {
      onReject(inputOf(values))
    },
  })
  const recheck = () => formState.isSubmitted && void trigger('reason_code')
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <p className="quiet">{m.proposals_reject_text()}</p>
        <Field label={m.proposals_reason()} error={errorOf('reason_code')}>
          {(control) => (
            <select {...control} {...register('reason_code')} className="select">
              <option value="">{m.propose_choose()}</option>
              {RejectionCode.options.map((code) => (
                <option key={code} value={code}>
                  {reasonNames[code]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={m.proposals_own_reason()} error={errorOf('reason')}>
          {(control) => (
            <textarea
              {...control}
              {...register('reason', { onChange: recheck })}
              className="textarea"
              rows={3}
            />
          )}
        </Field>
        <div className="row proposals-dialog-foot">
          <button type="button" className="button" onClick={onClose}>
            {m.cancel()}
          </button>
          <SubmitButton isBusy={isBusy} className="button-danger">
            {m.proposals_reject()}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
