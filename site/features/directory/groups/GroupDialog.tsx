import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { GameInput } from '#site/ui/fields/GameInput.tsx'
import { categoryChoices, languageChoices } from '#site/lib/labels.ts'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminGroup } from '#worker/features/directory/groups/contract.ts'
import {
  toGroupBody,
  GroupForm,
  toFormValues,
  type GroupBody,
  type GroupValues,
} from './group-form.ts'

type Props = {
  /** Undefined: a new one. */
  group: AdminGroup | undefined
  onSave: (body: GroupBody) => Promise<void>
  onClose: () => void
}

export function GroupDialog({ group, onSave, onClose }: Props) {
  const [defaults] = useState(() => toFormValues(group))
  const form = useValidatedForm<GroupValues>({
    schema: GroupForm,
    defaults,
    fieldOfCode: { group_name_taken: 'name' },
    send: (values) => onSave(toGroupBody(values)),
  })
  const { fieldOf, errorOf, pictureOf } = form
  return (
    <FormProvider {...form}>
      <FormDialog
        title={group ? m.groups_admin_edit({ name: group.name }) : m.groups_admin_new()}
        act={group ? m.save() : m.groups_admin_create()}
        {...{ form, onClose }}
      >
        <TextField label={m.groups_admin_name()} {...fieldOf('name')} maxLength={120} required />
        <TextArea label={m.groups_admin_description()} {...fieldOf('description')} rows={4} />
        <div className="admin-pair">
          <SelectField
            label={m.groups_admin_language()}
            none={m.groups_admin_any_language()}
            choices={languageChoices()}
            {...fieldOf('language_code')}
          />
          <SelectField
            label={m.groups_admin_category()}
            none={m.groups_admin_no_category()}
            choices={categoryChoices()}
            {...fieldOf('category')}
          />
        </div>
        <Field
          label={m.groups_admin_game()}
          hint={m.propose_game_hint()}
          error={errorOf('game_name') ?? errorOf('game_id')}
        >
          {(control) => <GameInput control={control} />}
        </Field>
        <TextField
          label={m.groups_admin_venue()}
          hint={m.groups_admin_venue_hint()}
          {...fieldOf('venue')}
          maxLength={200}
        />
        <PictureField label={m.groups_admin_picture()} {...pictureOf('thumbnail_path')} />
      </FormDialog>
    </FormProvider>
  )
}
