import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { FormProvider, useForm } from 'react-hook-form'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { createResolver } from '#site/ui/fields/resolver.ts'
import { errorDelayMs } from '#site/ui/fields/use-validated-form.ts'
import { api, ApiError } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { toDraftFieldName } from '../propose/draft-errors.ts'
import { toDraft, type Draft } from '../propose/draft.ts'
import { NameField } from '../propose/NameField.tsx'
import { ThumbnailField } from '../propose/ThumbnailField.tsx'
import { WhenStep } from '../propose/WhenStep.tsx'
import { findOwnChangeFaults, toOwnChangeBody } from './own-change.ts'

type Props = {
  event: ProposalView
  onClose: (changed?: ProposalView) => void
}

function OwnChangeDialog({ event, onClose }: Props) {
  const [failure, setFailure] = useState('')
  const form = useForm<Draft>({
    mode: 'onChange',
    delayError: errorDelayMs,
    defaultValues: toDraft(event),
    resolver: createResolver((draft) =>
      findOwnChangeFaults(draft, event, { now: Date.now(), locale: getLocale() }),
    ),
  })
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(
    () => setFocus(event.time_certainty === 'exact' ? 'start_time' : 'start_date'),
    [setFocus],
  )

  function refuse(error: unknown): void {
    const faults = error instanceof ApiError ? error.fieldErrors : []
    for (const { path, msg } of faults) form.setError(toDraftFieldName(path), { message: msg })
    if (faults.length === 0) setFailure(failureText(error))
  }

  const submit = form.handleSubmit(async (draft) => {
    setFailure('')
    const call = { params: { event: event.id }, body: toOwnChangeBody(draft, event) }
    await api.patch('events/:event', call).then(onClose, refuse)
  })

  return (
    <Dialog
      title={m.own_change_title({ name: event.name })}
      onClose={() => onClose()}
      className="propose"
    >
      <FormProvider {...form}>
        <form method="post" className="propose-form" noValidate onSubmit={submit}>
          <p className="quiet">
            {event.hype_count === 0
              ? m.own_change_text_unhyped()
              : m.own_change_text({ count: event.hype_count })}
          </p>
          <WhenStep editedDates={1} />
          <NameField />
          <ThumbnailField />
          <Failure text={failure} />
          <div className="propose-foot">
            <Button label={m.cancel()} onClick={() => onClose()} />
            <SubmitButton isBusy={isSubmitting} isSending={isSubmitting}>
              {m.own_change_save()}
            </SubmitButton>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  )
}

/** Resolves, once it is closed, with the changed event. */
export function mountOwnChangeDialog(event: ProposalView): Promise<ProposalView | undefined> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  return new Promise((resolve) => {
    function close(changed?: ProposalView): void {
      root.unmount()
      host.remove()
      resolve(changed)
    }
    root.render(<OwnChangeDialog event={event} onClose={close} />)
  })
}
