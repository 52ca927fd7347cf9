import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Failure } from '#site/ui/Failure.tsx'
import { languageChoices } from '#site/lib/labels.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import {
  MyStreamerInput,
  type MyStreamerView,
} from '#worker/features/directory/streamers/my-contract.ts'
import { MyStreamingAccounts } from './MyStreamingAccounts.tsx'
import { SaveRow } from '#site/ui/fields/SubmitButton.tsx'
import {
  type MyStreamerStore,
  type StreamerValues,
  myStreamerStoreOf,
} from './my-streamer.store.ts'

type Props = { first: MyStreamerView; identities: IdentitiesView }

export function MyStreamer({ first, identities }: Props) {
  const [store] = useState(() => myStreamerStoreOf(first))
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
    </div>
  )
}

function StreamerForm({ store }: { store: MyStreamerStore }) {
  const { streamer } = useStore(store.$mine)
  const [isUnchanged, setIsUnchanged] = useState(false)
  const form = useValidatedForm<StreamerValues>({
    schema: MyStreamerInput,
    defaults: { display_name: streamer?.display_name ?? '', language: streamer?.language ?? null },
    fallback: streamer ? m.my_streamer_save_failed : m.my_streamer_create_failed,
    async send(values) {
      if (streamer) setIsUnchanged((await store.save(values)) === 'unchanged')
      else await store.create(values)
    },
  })
  const { register, submit, errorOf, failure, isBusy, isSending } = form
  const onChange = () => setIsUnchanged(false)
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <div className="profile-pair">
        <TextField
          label={m.my_streamer_name()}
          error={errorOf('display_name')}
          field={register('display_name', { onChange })}
          required
        />
        <SelectField
          label={m.my_streamer_language()}
          error={errorOf('language')}
          none={m.my_streamer_any_language()}
          choices={languageChoices()}
          field={register('language', { onChange, setValueAs: (value) => value || null })}
        />
      </div>
      <SaveRow {...{ isBusy, isSending, isUnchanged }}>
        {streamer ? m.save() : m.my_streamer_create()}
      </SaveRow>
    </form>
  )
}
