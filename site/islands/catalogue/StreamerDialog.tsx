import * as v from 'valibot'
import { DialogFoot } from '#site/islands/admin/DialogFoot.tsx'
import { Dialog } from '#site/islands/forms/Dialog.tsx'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { languages } from '#site/islands/forms/labels.ts'
import { PictureField } from '#site/islands/forms/PictureField.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import {
  AccountInput,
  StreamerInput,
  type CatalogueStreamer,
  type NewStreamerInput,
} from '#worker/features/streamers/contract.ts'
import { AccountFields } from './AccountFields.tsx'

const { platform, name: accountName } = AccountInput.entries
const NewStreamer = v.object({ ...StreamerInput.entries, platform, account_name: accountName })
type Values = v.InferOutput<typeof NewStreamer>

type Props = {
  /** Undefined: a new one, who comes with a channel. */
  streamer: CatalogueStreamer | undefined
  onCreate: (input: NewStreamerInput) => Promise<void>
  onChange: (input: StreamerInput) => Promise<void>
  onClose: () => void
}

export function StreamerDialog({ streamer, onCreate, onChange, onClose }: Props) {
  const form = useCheckedForm<Values>({
    schema: streamer ? StreamerInput : NewStreamer,
    defaults: {
      display_name: streamer?.display_name ?? '',
      language: streamer?.language ?? null,
      avatar_path: streamer?.avatar_path ?? null,
      platform: 'twitch',
      account_name: '',
    },
    fieldOfCode: { account_taken: 'account_name' },
    async send({ platform, account_name, ...input }) {
      if (streamer) await onChange(input)
      else await onCreate({ ...input, account: { platform, name: account_name } })
      onClose()
    },
  })
  const { register, submit, errorOf, failure, isBusy, isSending, setValue, watch } = form
  const title = streamer
    ? m.admin_streamers_edit({ name: streamer.display_name })
    : m.admin_streamers_create()
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <Failure text={failure} />
        <Field label={m.admin_streamers_name()} error={errorOf('display_name')}>
          {(control) => (
            <input
              {...control}
              {...register('display_name')}
              className="input"
              autoComplete="off"
              required
            />
          )}
        </Field>
        <Field label={m.language_label()} error={errorOf('language')}>
          {(control) => (
            <select
              {...control}
              {...register('language', { setValueAs: (value) => value || null })}
              className="select"
            >
              <option value="">{m.my_streamer_any_language()}</option>
              {languages.map((language) => (
                <option key={language} value={language} lang={language}>
                  {languageName(language)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {!streamer && (
          <AccountFields
            platform={{ field: register('platform'), error: errorOf('platform') }}
            name={{ field: register('account_name'), error: errorOf('account_name') }}
          />
        )}
        <PictureField
          label={m.admin_streamers_picture()}
          path={watch('avatar_path')}
          error={errorOf('avatar_path')}
          onPath={(path) => setValue('avatar_path', path, { shouldDirty: true })}
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
