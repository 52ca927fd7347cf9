import { useEffect, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { api } from '#site/lib/api.ts'
import { platformName } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { HiddenNameInput, type OptOutsView } from '#worker/features/directory/opt-outs/contract.ts'

/** Names that events no longer show, and channels that are no longer collected. */
export function OptOutsDialog({ onClose }: { onClose: () => void }) {
  const [items, setItems] = useState<OptOutsView['items']>()
  const { failure, attempt } = useAttempt()
  const show = async (call: Promise<OptOutsView>) => setItems((await call).items)
  useEffect(() => void attempt(() => show(api.get('admin/opt_outs'))), [])
  const form = useValidatedForm<HiddenNameInput>({
    schema: HiddenNameInput,
    defaults: { name: '' },
    fallback: m.opt_outs_hide_failed,
    async send({ name }) {
      await show(api.post('admin/opt_outs', { body: { name } }))
      showSuccess(m.opt_outs_hidden({ name }))
      form.reset()
    },
  })
  return (
    <FormDialog
      title={m.opt_outs_title()}
      act={m.opt_outs_hide()}
      closeLabel={m.close()}
      isDanger
      intro={<p className="quiet">{m.opt_outs_text()}</p>}
      {...{ form, onClose }}
    >
      <TextField label={m.opt_outs_name()} {...form.fieldOf('name')} required />
      <Failure text={failure} />
      {items?.length === 0 && <p>{m.opt_outs_none()}</p>}
      <ul className="admin-counts">
        {items?.map(({ id, platform, name, since }) => (
          <li key={id}>
            {platform && `${platformName(platform)} `}
            <b>{name}</b> <LocalTime at={since} />{' '}
            <Button
              label={m.opt_outs_lift()}
              aria-label={m.opt_outs_lift_one({ name })}
              look="quiet"
              isSmall
              onClick={() =>
                void attempt(() => show(api.delete('admin/opt_outs/:id', { params: { id } })))
              }
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
