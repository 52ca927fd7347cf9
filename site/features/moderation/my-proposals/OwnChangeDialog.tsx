import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { getLocale } from '#messages/runtime'
import { Dialog } from '#site/ui/Dialog.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { createResolver } from '#site/ui/fields/resolver.ts'
import { errorDelayMs } from '#site/ui/fields/use-validated-form.ts'
import { ApiError } from '#site/lib/api.ts'
import type { Body } from '#site/lib/api-calls.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { fieldOfPath } from '../propose/draft-errors.ts'
import { toDraft, type Draft } from '../propose/draft.ts'
import { NameField } from '../propose/NameField.tsx'
import { ThumbnailField } from '../propose/ThumbnailField.tsx'
import { WhenStep } from '../propose/WhenStep.tsx'
import { ownChangeFaults, toOwnChange } from './own-change.ts'

type Props = {
  event: ProposalView
  onClose: () => void
  onChange: (change: Body<'patch', 'events/:event'>) => Promise<void>
}

/** Time, name and picture of an approved event on one’s own channel. */
export function OwnChangeDialog({ event, onClose, onChange }: Props) {
  const [failure, setFailure] = useState('')
  const form = useForm<Draft>({
    mode: 'onChange',
    delayError: errorDelayMs,
    defaultValues: toDraft(event),
    resolver: createResolver((draft) =>
      ownChangeFaults(draft, event, { now: Date.now(), locale: getLocale() }),
    ),
  })
  const { isSubmitting } = form.formState

  function refuse(error: unknown): void {
    const faults = error instanceof ApiError ? error.fieldErrors : []
    for (const { path, msg } of faults) form.setError(fieldOfPath(path), { message: msg })
    if (faults.length === 0) setFailure(failureText(error))
  }

  const submit = form.handleSubmit(async (draft) => {
    setFailure('')
    await onChange(toOwnChange(draft, event)).catch(refuse)
  })

  return (
    <Dialog title={m.own_change_title({ name: event.name })} onClose={onClose}>
      <FormProvider {...form}>
        <form method="post" className="stack" noValidate onSubmit={submit}>
          <p className="quiet">
            {event.hype_count === 0
              ? m.own_change_text_unhyped()
              : m.own_change_text({ count: event.hype_count })}
          </p>
          <WhenStep editedDates={1} />
          <NameField />
          <ThumbnailField />
          <Failure text={failure} />
          <div className="row proposals-dialog-foot">
            <button type="button" className="button" onClick={onClose}>
              {m.cancel()}
            </button>
            <SubmitButton isBusy={isSubmitting} isSending={isSubmitting}>
              {m.own_change_save()}
            </SubmitButton>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  )
}
