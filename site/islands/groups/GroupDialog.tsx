import { FormProvider } from 'react-hook-form'
import { DialogFoot } from '#site/islands/admin/DialogFoot.tsx'
import { Dialog } from '#site/islands/forms/Dialog.tsx'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { categories, languages } from '#site/islands/forms/labels.ts'
import { PictureField } from '#site/islands/forms/PictureField.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { GameInput } from '#site/islands/propose/GameInput.tsx'
import { useState, type ReactNode } from 'react'
import { categoryName } from '#site/lib/event-words.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminGroup } from '#worker/features/groups/contract.ts'
import { bodyOf, GroupForm, valuesOf, type GroupBody, type GroupValues } from './group-form.ts'

type Props = {
  /** The one to change; without one a new one is made. */
  group: AdminGroup | undefined
  onSave: (body: GroupBody) => Promise<void>
  onClose: () => void
}

export function GroupDialog({ group, onSave, onClose }: Props) {
  const [defaults] = useState(() => valuesOf(group))
  const form = useCheckedForm<GroupValues>({
    schema: GroupForm,
    defaults,
    fieldOfCode: { group_name_taken: 'name' },
    send: (values) => onSave(bodyOf(values)),
  })
  const { register, submit, errorOf, failure, isBusy, isSending, watch, setValue } = form
  return (
    <Dialog
      title={group ? m.groups_admin_edit({ name: group.name }) : m.groups_admin_new()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form method="post" className="stack" noValidate onSubmit={submit}>
          <Failure text={failure} />
          <Words form={form} />
          <div className="admin-pair">
            <Choices
              label={m.groups_admin_language()}
              none={m.groups_admin_any_language()}
              options={languages.map((one) => ({ value: one, label: languageName(one) }))}
              field={register('language_code')}
            />
            <Choices
              label={m.groups_admin_category()}
              none={m.groups_admin_no_category()}
              options={categories.map((one) => ({ value: one, label: categoryName(one) }))}
              field={register('category')}
            />
          </div>
          <Field
            label={m.groups_admin_game()}
            hint={m.propose_game_hint()}
            error={errorOf('game_name') ?? errorOf('game_id')}
          >
            {(control) => <GameInput control={control} />}
          </Field>
          <Field
            label={m.groups_admin_venue()}
            hint={m.groups_admin_venue_hint()}
            error={errorOf('venue')}
          >
            {(control) => (
              <input {...control} {...register('venue')} className="input" maxLength={200} />
            )}
          </Field>
          <PictureField
            label={m.groups_admin_picture()}
            path={watch('thumbnail_path')}
            error={errorOf('thumbnail_path')}
            onPath={(path) => setValue('thumbnail_path', path, { shouldDirty: true })}
          />
          <DialogFoot onClose={onClose}>
            <SubmitButton isBusy={isBusy} isSending={isSending}>
              {group ? m.save() : m.groups_admin_create()}
            </SubmitButton>
          </DialogFoot>
        </form>
      </FormProvider>
    </Dialog>
  )
}

type GroupFormState = ReturnType<typeof useCheckedForm<GroupValues>>

function Words({ form: { register, errorOf } }: { form: GroupFormState }) {
  return (
    <>
      <Field label={m.groups_admin_name()} error={errorOf('name')}>
        {(control) => (
          <input
            {...control}
            {...register('name')}
            className="input"
            autoComplete="off"
            maxLength={120}
            required
          />
        )}
      </Field>
      <Field label={m.groups_admin_description()} error={errorOf('description')}>
        {(control) => (
          <textarea {...control} {...register('description')} className="textarea" rows={4} />
        )}
      </Field>
    </>
  )
}

type ChoicesProps = {
  label: ReactNode
  none: string
  options: { value: string; label: string }[]
  field: object
}

function Choices({ label, none, options, field }: ChoicesProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} {...field} className="select">
          <option value="">{none}</option>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
