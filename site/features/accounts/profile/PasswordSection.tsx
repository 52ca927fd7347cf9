import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Failure } from '#site/ui/Failure.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import { ChangePasswordForm, type SettingsView } from '#worker/features/accounts/contract.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import { NewPasswordFields } from '#site/ui/fields/NewPasswordFields.tsx'
import { PasswordField } from '#site/ui/fields/TextField.tsx'
import { SaveRow } from '#site/ui/fields/SubmitButton.tsx'
import { getSharedAccountStore, getSharedSignInStore } from './section-stores.ts'

type Props = { settings: SettingsView; identities: IdentitiesView }
type PasswordFormValues = {
  current_password?: string | undefined
  password: string
  confirmation: string
}

export function PasswordSection({ settings, identities }: Props) {
  const [account] = useState(() => getSharedAccountStore(settings))
  const [signIn] = useState(() => getSharedSignInStore(identities))
  const { has_password } = useStore(signIn.$identities)
  const form = useValidatedForm<PasswordFormValues>({
    schema: ChangePasswordForm,
    fallback: m.password_failed,
    async send({ confirmation: _, ...input }) {
      await signIn.runReauthenticated(
        async () => {
          await account.changePassword(input)
          signIn.markPassword()
          form.reset()
        },
        { place: 'password' },
      )
    },
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <p className="quiet">{has_password ? m.password_change_text() : m.password_set_text()}</p>
      <Failure text={failure} />
      {/* Lets a password manager know whose it is. */}
      <input
        type="text"
        autoComplete="username"
        defaultValue={settings.profile.username}
        hidden
        readOnly
      />
      {has_password && (
        <PasswordField
          label={m.password_current()}
          autoComplete="current-password"
          {...fieldOf('current_password')}
        />
      )}
      <div className="profile-pair">
        <NewPasswordFields label={m.password_new()} form={form} />
      </div>
      <SaveRow {...{ isBusy, isSending }}>
        {has_password ? m.password_change() : m.password_set()}
      </SaveRow>
    </form>
  )
}
