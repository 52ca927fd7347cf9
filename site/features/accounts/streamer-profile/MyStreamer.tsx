import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { Failure } from '#site/ui/Failure.tsx'
import { languageChoices } from '#site/lib/labels.ts'
import { PictureField } from '#site/features/media/PictureField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import {
  MyStreamerInput,
  type MyStreamerView,
} from '#worker/features/directory/streamers/my-contract.ts'
import { LinkLines, splitLines } from '#site/features/directory/link-lines.ts'
import { MyListing } from './MyListing.tsx'
import { MyStreamingAccounts } from './MyStreamingAccounts.tsx'
import { SaveRow } from '#site/ui/fields/SubmitButton.tsx'
import {
  type MyStreamerStore,
  type StreamerValues,
  getSharedMyStreamerStore,
} from './my-streamer.store.ts'

const TypedStreamer = v.object({ ...MyStreamerInput.entries, links: LinkLines })
type StreamerFormValues = Omit<StreamerValues, 'links'> & { links: string }

type Props = { first: MyStreamerView; identities: IdentitiesView }

export function MyStreamer({ first, identities }: Props) {
  const [store] = useState(() => getSharedMyStreamerStore(first))
  const { streamer } = useStore(store.$mine)
  return (
    <div className="stack">
      {streamer && (
        <p>
          <a href={paths.streamer(getLocale(), streamer.id)}>{m.my_streamer_page()}</a>
        </p>
      )}
      <StreamerForm key={streamer?.id} store={store} />
      {streamer && <MyStreamingAccounts {...{ store, identities }} />}
      <MyListing store={store} />
    </div>
  )
}

function toStreamerFormValues(streamer: MyStreamerView['streamer']): StreamerFormValues {
  return {
    display_name: streamer?.display_name ?? '',
    language: streamer?.language ?? null,
    banner_path: streamer?.banner_path ?? null,
    bio: streamer?.bio ?? '',
    links: streamer?.links.join('\n') ?? '',
  }
}

function StreamerForm({ store }: { store: MyStreamerStore }) {
  const { streamer } = useStore(store.$mine)
  const [isUnchanged, setIsUnchanged] = useState(false)
  const form = useValidatedForm<StreamerFormValues>({
    schema: TypedStreamer,
    defaults: toStreamerFormValues(streamer),
    fallback: streamer ? m.my_streamer_save_failed : m.my_streamer_create_failed,
    async send(typedValues) {
      const values = { ...typedValues, links: splitLines(typedValues.links) }
      if (streamer) setIsUnchanged((await store.save(values)) === 'unchanged')
      else await store.create(values)
    },
  })
  const { fieldOf, submit, errorOf, failure, isBusy, isSending, watch, setValue } = form
  const onChange = () => setIsUnchanged(false)
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <div className="profile-pair">
        <TextField
          label={m.my_streamer_name()}
          {...fieldOf('display_name', { onChange })}
          required
        />
        <SelectField
          label={m.my_streamer_language()}
          none={m.my_streamer_any_language()}
          choices={languageChoices()}
          {...fieldOf('language', { onChange, setValueAs: (value) => value || null })}
        />
      </div>
      <TextArea
        label={m.my_streamer_bio()}
        hint={m.my_streamer_bio_hint()}
        {...fieldOf('bio', { onChange })}
        rows={4}
      />
      <TextArea
        label={m.my_streamer_links()}
        hint={m.my_streamer_links_hint()}
        {...fieldOf('links', { onChange })}
        rows={3}
      />
      <PictureField
        isLicensed
        label={m.my_streamer_banner()}
        hint={m.my_streamer_banner_hint()}
        path={watch('banner_path')}
        error={errorOf('banner_path')}
        onPath={(path) => {
          setValue('banner_path', path, { shouldDirty: true })
          onChange()
        }}
      />
      <SaveRow {...{ isBusy, isSending, isUnchanged }}>
        {streamer ? m.save() : m.my_streamer_create()}
      </SaveRow>
    </form>
  )
}
