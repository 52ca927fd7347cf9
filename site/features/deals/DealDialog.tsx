import { useMemo } from 'react'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { zoneName } from '#site/lib/time/time-text.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { DealView } from '#worker/features/deals/contract.ts'
import {
  createDealFormSchema,
  toDealInput,
  toFormValues,
  type DealValues,
  dealPlacementNames,
} from './deal-form.ts'
import type { DealsStore } from './deals.store.ts'

type Props = {
  store: DealsStore
  /** Undefined: a new one. */
  deal: DealView | undefined
  onClose: () => void
}

export function DealDialog({ store, deal, onClose }: Props) {
  const reader = currentTimeContext()
  const zone = resolveTimeZone(reader)
  const schema = useMemo(() => createDealFormSchema(zone), [zone])
  const form = useValidatedForm<DealValues>({
    schema,
    defaults: toFormValues(deal, zone),
    async send(values) {
      const input = toDealInput(values, zone)
      await (deal ? store.change(deal.id, input) : store.create(input))
      showSuccess(m.admin_saved({ name: input.title }))
      onClose()
    },
  })
  const { fieldOf, pictureOf } = form
  const title = deal ? m.admin_deals_edit({ name: deal.title }) : m.admin_deals_create()
  return (
    <FormDialog {...{ title, form, onClose }}>
      <TextField label={m.admin_deals_partner()} {...fieldOf('partner')} />
      <TextField label={m.admin_deals_title()} {...fieldOf('title')} />
      <TextArea label={m.admin_deals_text()} {...fieldOf('text')} rows={3} />
      <TextField label={m.admin_deals_link()} hint="https://…" type="url" {...fieldOf('link')} />
      <div className="admin-pair">
        <SelectField
          label={m.admin_deals_placement()}
          choices={toLabeledChoices(dealPlacementNames)}
          {...fieldOf('placement')}
        />
        <TextField
          label={m.admin_deals_code()}
          hint={m.admin_deals_code_hint()}
          {...fieldOf('code')}
        />
      </div>
      <div className="admin-pair">
        <TextField label={m.admin_deals_start()} type="datetime-local" {...fieldOf('start')} />
        <TextField label={m.admin_deals_end()} type="datetime-local" {...fieldOf('end')} />
      </div>
      <p className="quiet">{m.times_in_zone({ zone: zoneName(reader) })}</p>
      <PictureField
        label={m.admin_deals_picture()}
        hint={m.admin_deals_picture_hint()}
        {...pictureOf('image_path')}
      />
    </FormDialog>
  )
}
