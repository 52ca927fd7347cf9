import type { ReactNode } from 'react'
import * as v from 'valibot'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm, type FieldProps } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  hasNeededFacts,
  type DecisionReasons,
  type ReasonsInput,
} from '#worker/contracts/decision-reasons.ts'
import { DecisionGround, type ChangeGround } from '#worker/contracts/decision-grounds.ts'
import { groundNames } from '#worker/features/notifications/copy/ground-names.ts'

const emptyValues = { ground: '', facts: '', is_untold: false, untold_because: '', extra: '' }

// @__NO_SIDE_EFFECTS__
function createReasonsSchema(grounds: readonly string[], extra: v.GenericSchema = v.any()) {
  return v.pipe(
    v.object({
      ground: v.picklist(grounds, 'reason_required'),
      facts: v.pipe(v.string(), v.trim(), v.maxLength(1000)),
      is_untold: v.boolean(),
      untold_because: v.pipe(v.string(), v.trim(), v.maxLength(500)),
      extra,
    }),
    v.forward(
      v.partialCheck(
        [['ground'], ['facts']],
        (input) => hasNeededFacts(input as ReasonsInput),
        'facts_required',
      ),
      ['facts'],
    ),
    v.forward(
      v.partialCheck(
        [['is_untold'], ['untold_because']],
        ({ is_untold, untold_because }) => !is_untold || untold_because !== '',
        'facts_required',
      ),
      ['untold_because'],
    ),
  )
}

type Props<Change extends ChangeGround> = {
  title: string
  act: string
  text?: ReactNode
  closeLabel?: string
  /** A ground that restricts nobody, beside the others. */
  change?: Change
  /** A further field of the dialog. */
  extra?: { schema: v.GenericSchema; field: (field: FieldProps) => ReactNode }
  onClose: () => void
  onSend: (
    reasons: [Change] extends [never]
      ? DecisionReasons
      : ReasonsInput & { ground: DecisionGround | Change },
    extra: string,
  ) => Promise<void> | void
}

/** Asks for the ground and the facts that the person whom a decision concerns is told. */
export function ReasonsDialog<Change extends ChangeGround = never>(props: Props<Change>) {
  const { title, act, text, closeLabel, change, extra, onClose, onSend } = props
  const grounds = [...(change ? [change] : []), ...DecisionGround.options]
  const form = useValidatedForm<typeof emptyValues>({
    schema: createReasonsSchema(grounds, extra?.schema),
    defaults: emptyValues,
    async send({ ground, facts, is_untold, untold_because, extra: further }) {
      const reasons = {
        ground,
        facts: facts || null,
        untold_because: is_untold ? untold_because : null,
      }
      // The schema of the form has checked them.
      await onSend(reasons as never, further)
    },
  })
  return (
    <FormDialog isDanger {...{ title, act, closeLabel, form, onClose }}>
      {text}
      {extra?.field(form.fieldOf('extra'))}
      <SelectField
        label={m.reasons_ground()}
        none={m.reasons_ground_none()}
        choices={grounds.map((value) => ({ value, label: groundNames[value]() }))}
        {...form.fieldOf('ground')}
      />
      <TextArea
        label={m.reasons_facts()}
        hint={m.reasons_facts_hint()}
        {...form.fieldOf('facts')}
        rows={3}
      />
      <label className="choice-row">
        <input type="checkbox" {...form.register('is_untold')} />
        {m.reasons_untold()}
      </label>
      {form.watch('is_untold') && (
        <TextArea
          label={m.reasons_untold_because()}
          hint={m.reasons_untold_hint()}
          {...form.fieldOf('untold_because')}
          rows={2}
        />
      )}
    </FormDialog>
  )
}
