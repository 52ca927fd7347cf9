import { useMemo } from 'react'
import type { Path } from 'react-hook-form'
import { DialogFoot } from '#site/islands/admin/DialogFoot.tsx'
import { Dialog } from '#site/islands/forms/Dialog.tsx'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { PictureField } from '#site/islands/forms/PictureField.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { currentReader } from '#site/islands/time/reader.ts'
import { m } from '#site/lib/messages.ts'
import { DealPlacement, type DealView } from '#worker/features/deals/contract.ts'
import { dealFormIn, inputOf, valuesOf, type DealValues } from './deal-form.ts'
import { placementNames } from './deal-words.ts'

type Props = {
  /** Undefined: a new one. */
  deal: DealView | undefined
  onSave: (input: ReturnType<typeof inputOf>) => Promise<void>
  onClose: () => void
}

export function DealDialog({ deal, onSave, onClose }: Props) {
  const zone = currentReader().timeZone
  const schema = useMemo(() => dealFormIn(zone), [zone])
  const form = useCheckedForm<DealValues>({
    schema,
    defaults: valuesOf(deal, zone),
    async send(values) {
      await onSave(inputOf(values, zone))
      onClose()
    },
  })
  const { register, submit, errorOf, failure, isBusy, isSending, setValue, watch } = form
  const title = deal ? m.admin_deals_edit({ name: deal.title }) : m.admin_deals_create()

  function line(
    name: Path<DealValues>,
    label: string,
    more: { type?: string; hint?: string } = {},
  ) {
    const { type = 'text', hint } = more
    return (
      <Field label={label} hint={hint} error={errorOf(name)}>
        {(control) => (
          <input
            {...control}
            {...register(name)}
            className="input"
            type={type}
            autoComplete="off"
          />
        )}
      </Field>
    )
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <Failure text={failure} />
        {line('partner', m.admin_deals_partner())}
        {line('title', m.admin_deals_title())}
        <Field label={m.admin_deals_text()} error={errorOf('text')}>
          {(control) => (
            <textarea {...control} {...register('text')} className="textarea" rows={3} />
          )}
        </Field>
        {line('link', m.admin_deals_link(), { type: 'url', hint: 'https://…' })}
        <div className="admin-pair">
          <Field label={m.admin_deals_placement()} error={errorOf('placement')}>
            {(control) => (
              <select {...control} {...register('placement')} className="select">
                {DealPlacement.options.map((placement) => (
                  <option key={placement} value={placement}>
                    {placementNames[placement]()}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {line('code', m.admin_deals_code(), { hint: m.admin_deals_code_hint() })}
        </div>
        <div className="admin-pair">
          {line('start', m.admin_deals_start(), { type: 'datetime-local' })}
          {line('end', m.admin_deals_end(), { type: 'datetime-local' })}
        </div>
        <p className="quiet">{m.admin_deals_zone({ zone })}</p>
        <PictureField
          label={m.admin_deals_picture()}
          hint={m.admin_deals_picture_hint()}
          path={watch('image_path') ?? null}
          error={errorOf('image_path')}
          onPath={(path) => setValue('image_path', path, { shouldDirty: true })}
        />
        <DialogFoot onClose={onClose}>
          <SubmitButton isBusy={isBusy} isSending={isSending}>
            {m.save()}
          </SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
