import { useMemo } from 'react'
import type { Path } from 'react-hook-form'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { zoneOf } from '#site/lib/time/wall-clock.ts'
import { m } from '#site/lib/messages.ts'
import { DealPlacement, type DealView } from '#worker/features/deals/contract.ts'
import {
  dealFormSchema,
  toDealInput,
  toFormValues,
  type DealValues,
  placementNames,
} from './deal-form.ts'

type Props = {
  /** Undefined: a new one. */
  deal: DealView | undefined
  onSave: (input: ReturnType<typeof toDealInput>) => Promise<void>
  onClose: () => void
}

export function DealDialog({ deal, onSave, onClose }: Props) {
  const zone = zoneOf(currentTimeContext())
  const schema = useMemo(() => dealFormSchema(zone), [zone])
  const form = useValidatedForm<DealValues>({
    schema,
    defaults: toFormValues(deal, zone),
    async send(values) {
      await onSave(toDealInput(values, zone))
      onClose()
    },
  })
  const { register, errorOf, setValue, watch } = form
  const title = deal ? m.admin_deals_edit({ name: deal.title }) : m.admin_deals_create()
  const named = (name: Path<DealValues>) => ({ field: register(name), error: errorOf(name) })
  return (
    <FormDialog {...{ title, form, onClose }}>
      <TextField label={m.admin_deals_partner()} {...named('partner')} />
      <TextField label={m.admin_deals_title()} {...named('title')} />
      <TextArea label={m.admin_deals_text()} {...named('text')} rows={3} />
      <TextField label={m.admin_deals_link()} hint="https://…" type="url" {...named('link')} />
      <div className="admin-pair">
        <SelectField
          label={m.admin_deals_placement()}
          choices={DealPlacement.options.map((value) => ({
            value,
            label: placementNames[value](),
          }))}
          {...named('placement')}
        />
        <TextField
          label={m.admin_deals_code()}
          hint={m.admin_deals_code_hint()}
          {...named('code')}
        />
      </div>
      <div className="admin-pair">
        <TextField label={m.admin_deals_start()} type="datetime-local" {...named('start')} />
        <TextField label={m.admin_deals_end()} type="datetime-local" {...named('end')} />
      </div>
      <p className="quiet">{m.admin_deals_zone({ zone })}</p>
      <PictureField
        label={m.admin_deals_picture()}
        hint={m.admin_deals_picture_hint()}
        path={watch('image_path') ?? null}
        error={errorOf('image_path')}
        onPath={(path) => setValue('image_path', path, { shouldDirty: true })}
      />
    </FormDialog>
  )
}
