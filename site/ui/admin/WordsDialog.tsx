import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type * as v from 'valibot'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import type { Choice } from '#site/lib/labels.ts'

type Props<Values extends FieldValues> = {
  title: string
  /** Label of the button, unless it saves. */
  act?: string
  isDanger?: boolean
  closeLabel?: string
  schema: v.GenericSchema
  defaults: Values
  choice?: {
    name: Path<Values>
    label: string
    hintOf?: (values: Values) => string
    choices: readonly Choice[]
  }
  words: { name: Path<Values>; label: string; hint: string; rows: number }
  onClose: () => void
  onSend: (values: Values) => Promise<void>
  children?: ReactNode
}

/** Asks for words about an act, after a choice where there is one. */
export function WordsDialog<Values extends FieldValues>(props: Props<Values>) {
  const { schema, defaults, choice, words, onSend, children, ...dialog } = props
  const form = useValidatedForm<Values>({ schema, defaults, send: onSend })
  const { fieldOf, watch } = form
  return (
    <FormDialog {...dialog} form={form}>
      {children}
      {choice && (
        <SelectField
          label={choice.label}
          hint={choice.hintOf?.(watch())}
          choices={choice.choices}
          {...fieldOf(choice.name)}
        />
      )}
      <TextArea label={words.label} hint={words.hint} {...fieldOf(words.name)} rows={words.rows} />
    </FormDialog>
  )
}
