import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Failure } from '#site/ui/Failure.tsx'
import { HandleField } from '#site/ui/fields/HandleField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { UpdateMeInput } from '#worker/features/accounts/profile/contract.ts'
import { getSharedSettingsStore } from '../settings/settings.store.ts'
import { SaveRow } from '#site/ui/fields/SubmitButton.tsx'
import { getSharedAccountStore } from './section-stores.ts'

export function UsernameForm({ settings }: { settings: SettingsView }) {
  const [account] = useState(() => getSharedAccountStore(settings))
  const [store] = useState(() => getSharedSettingsStore(settings))
  const { username } = useStore(store.$settings).profile
  const [isUnchanged, setIsUnchanged] = useState(false)
  const { fieldOf, submit, failure, ...state } = useValidatedForm<{ username: string }>({
    schema: UpdateMeInput,
    defaults: { username },
    fallback: m.profile_username_failed,
    fieldOfCode: { username_taken: 'username' },
    async send(values) {
      setIsUnchanged((await account.rename(values.username)) === 'unchanged')
    },
  })
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <HandleField
        label={m.username()}
        hint={m.signup_username_hint()}
        autoComplete="username"
        {...fieldOf('username', { onChange: () => setIsUnchanged(false) })}
      />
      <SaveRow {...state} isUnchanged={isUnchanged}>
        {m.profile_username_save()}
      </SaveRow>
    </form>
  )
}
