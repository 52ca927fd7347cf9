import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { formatList } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { getLocale } from '#messages/runtime'
import { ChangeEmailInput, type SettingsView } from '#worker/features/accounts/contract.ts'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import { getSharedSettingsStore } from '../settings/settings.store.ts'
import type { AccountStore } from './account.store.ts'
import { EmailField, PasswordField } from '#site/ui/fields/TextField.tsx'
import { SaveRow } from '#site/ui/fields/SubmitButton.tsx'
import { getSharedAccountStore, getSharedSignInStore } from './section-stores.ts'
import { providerNames, providers, type SignInStore } from './sign-in.store.ts'

type Props = { settings: SettingsView; identities: IdentitiesView }

export function EmailForm({ settings, identities }: Props) {
  const [account] = useState(() => getSharedAccountStore(settings))
  const [store] = useState(() => getSharedSettingsStore(settings))
  const [signIn] = useState(() => getSharedSignInStore(identities))
  const { email, is_email_verified } = useStore(store.$settings).profile
  const { has_password, items } = useStore(signIn.$identities)
  const isBusy = useStore(account.$isBusy)
  const connected = providers.filter((candidate) =>
    items.some(({ provider }) => provider === candidate),
  )
  return (
    <div className="stack">
      {has_password || email === null || connected.length === 0 ? (
        <ChangeEmailForm
          {...{ account, signIn, email }}
          hasPassword={has_password}
          isVerified={is_email_verified}
        />
      ) : (
        <div className="field">
          <p className="profile-fixed">
            {email} <VerifiedBadge isVerified={is_email_verified} />
          </p>
          <p className="field-hint">
            {m.profile_email_by_provider({
              provider: formatList(
                connected.map((connectedProvider) => providerNames[connectedProvider]),
                getLocale(),
              ),
            })}
          </p>
        </div>
      )}
      {email && !is_email_verified && (
        <div className="notice">
          <p>{m.profile_verify_text()}</p>
          <Button
            label={m.profile_verify_again()}
            isSmall
            disabled={isBusy}
            onClick={() => void account.resendVerification()}
          />
        </div>
      )}
    </div>
  )
}

function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  return (
    <span className={`badge ${isVerified ? 'badge-success' : ''}`}>
      {isVerified ? m.email_verified() : m.email_unverified()}
    </span>
  )
}

type ChangeEmailFormProps = {
  account: AccountStore
  signIn: SignInStore
  email: string | null
  hasPassword: boolean
  isVerified: boolean
}
type EmailChangeOutcome = 'unchanged' | { sentTo: string }

/** The password is asked for once there is something to confirm with it, if there is one. */
function ChangeEmailForm({
  account,
  signIn,
  email,
  hasPassword,
  isVerified,
}: ChangeEmailFormProps) {
  const [outcome, setOutcome] = useState<EmailChangeOutcome>()
  const current = email ?? ''
  const form = useValidatedForm<ChangeEmailInput>({
    schema: ChangeEmailInput,
    defaults: { email: current },
    fallback: m.profile_email_failed,
    async send(values) {
      const outcome = await signIn.runReauthenticated(() => account.changeEmail(values), {
        place: 'account',
      })
      if (!outcome) return
      if (outcome === 'unchanged') return setOutcome('unchanged')
      setOutcome({ sentTo: values.email.trim() })
      form.reset({ email: current })
    },
  })
  const { fieldOf, submit, failure, watch, isBusy, isSending } = form
  const isOther = watch('email').trim() !== current
  const sentTo = typeof outcome === 'object' ? outcome.sentTo : undefined
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <EmailField
        label={
          <>
            {m.email()} {email && <VerifiedBadge isVerified={isVerified} />}
          </>
        }
        hint={hasPassword ? isOther && m.profile_email_change_hint() : m.profile_email_add_hint()}
        {...fieldOf('email', { onChange: () => setOutcome(undefined) })}
      />
      {isOther && hasPassword && (
        <PasswordField
          label={m.password_current()}
          autoComplete="current-password"
          {...fieldOf('password', { shouldUnregister: true })}
        />
      )}
      <div aria-live="polite">
        {sentTo && (
          <p className="notice notice-success">{m.profile_email_sent({ email: sentTo })}</p>
        )}
      </div>
      <SaveRow {...{ isBusy, isSending }} isUnchanged={outcome === 'unchanged'}>
        {email === null ? m.profile_email_add() : m.profile_email_save()}
      </SaveRow>
    </form>
  )
}
