import { useState } from 'react'
import * as v from 'valibot'
import { platformIds } from '#worker/contracts/platforms.ts'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { languageChoices } from '#site/lib/labels.ts'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { ApiError } from '#site/lib/api.ts'
import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import type { DecisionReasons } from '#worker/contracts/decision-reasons.ts'
import { m } from '#site/lib/messages.ts'
import {
  AccountInput,
  StreamerInput,
  type AdminStreamer,
} from '#worker/features/directory/streamers/contract.ts'
import { LinkLines, splitLines } from '#site/features/directory/link-lines.ts'
import { AccountFields } from './StreamingAccountsDialog.tsx'
import type { StreamersStore } from './streamers.store.ts'

const { platform, name: accountName } = AccountInput.entries
const TypedStreamer = v.object({ ...StreamerInput.entries, links: LinkLines })
const NewStreamer = v.object({ ...TypedStreamer.entries, platform, account_name: accountName })
type StreamerFormValues = Omit<
  v.InferOutput<typeof NewStreamer>,
  'banner_path' | 'bio' | 'links'
> & {
  banner_path: string | null
  bio: string
  links: string
}

type Props = {
  store: StreamersStore
  /** Undefined: a new one, who comes with a channel. */
  streamer: AdminStreamer | undefined
  onClose: () => void
}

const noValues: StreamerFormValues = {
  display_name: '',
  language: null,
  avatar_path: null,
  banner_path: null,
  bio: '',
  links: '',
  platform: platformIds[0],
  account_name: '',
}

function toFormValues({ bio, links, ...streamer }: AdminStreamer) {
  const { display_name, language, avatar_path, banner_path } = streamer
  const lines = links.join('\n')
  return { display_name, language, avatar_path, banner_path, bio: bio ?? '', links: lines }
}

export function StreamerDialog({ store, streamer, onClose }: Props) {
  /** Takes something off a member’s page, until it is said why. */
  const [unexplained, setUnexplained] = useState<(reasons: DecisionReasons) => Promise<void>>()
  function finish(name: string): void {
    showSuccess(m.admin_saved({ name }))
    onClose()
  }
  const form = useValidatedForm<StreamerFormValues>({
    schema: streamer ? TypedStreamer : NewStreamer,
    defaults: { ...noValues, ...(streamer && toFormValues(streamer)) },
    fieldOfCode: { account_taken: 'account_name' },
    async send({ platform, account_name, links, ...typedValues }) {
      const input = { ...typedValues, links: splitLines(links) }
      if (!streamer) {
        await store.create({ ...input, account: { platform, name: account_name } })
        return finish(input.display_name)
      }
      const change = (reasons?: DecisionReasons) =>
        store.change(streamer.id, { ...input, reasons }).then(() => finish(input.display_name))
      await change().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'reasons_required') throw error
        setUnexplained(() => change)
      })
    },
  })
  const { fieldOf, pictureOf } = form
  if (streamer && unexplained) {
    return (
      <ReasonsDialog<never>
        title={m.admin_streamer_reasons_title({ name: streamer.display_name })}
        act={m.save()}
        onClose={() => setUnexplained(undefined)}
        onSend={unexplained}
      />
    )
  }
  const title = streamer
    ? m.admin_streamers_edit({ name: streamer.display_name })
    : m.admin_streamers_create()
  return (
    <FormDialog {...{ title, form, onClose }}>
      <TextField label={m.my_streamer_name()} {...fieldOf('display_name')} required />
      <SelectField
        label={m.language_label()}
        none={m.my_streamer_any_language()}
        choices={languageChoices()}
        {...fieldOf('language', { setValueAs: (value) => value || null })}
      />
      {!streamer && <AccountFields platform={fieldOf('platform')} name={fieldOf('account_name')} />}
      <TextArea label={m.my_streamer_bio()} {...fieldOf('bio')} rows={4} />
      <TextArea
        label={m.my_streamer_links()}
        hint={m.my_streamer_links_hint()}
        {...fieldOf('links')}
        rows={3}
      />
      <PictureField label={m.admin_streamers_picture()} {...pictureOf('avatar_path')} />
      <PictureField
        label={m.my_streamer_banner()}
        hint={m.my_streamer_banner_hint()}
        {...pictureOf('banner_path')}
      />
    </FormDialog>
  )
}
