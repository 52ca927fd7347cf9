import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { CodeStep } from '#site/features/accounts/sign-in/CodeStep.tsx'
import { FirstPasskey } from '#site/features/accounts/passkeys/FirstPasskey.tsx'
import { PasskeyButton } from '#site/features/accounts/passkeys/PasskeyButton.tsx'
import { RecoveryCodeForm } from '#site/features/accounts/passkeys/RecoveryCodeForm.tsx'
import { session } from '#site/lib/session/session.store.ts'
import { signInCodeStore } from '#site/lib/session/sign-in-code.ts'
import { Dialog } from '#site/ui/Dialog.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { useAttempt } from '#site/ui/use-attempt.ts'
import { PasswordField } from '#site/ui/fields/TextField.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import { ReauthenticationInput } from '#worker/features/accounts/contract.ts'
import {
  providerNames,
  providers,
  type SignInStore,
} from '#site/features/accounts/profile/sign-in.store.ts'

export function ReauthenticationDialog({ store }: { store: SignInStore }) {
  const { has_password, has_passkey } = useStore(store.$identities)
  const waiting = useStore(store.$waiting)
  if (!waiting) return null
  if (waiting.code === 'passkey_required') {
    return (
      <Dialog title={m.staff_passkey_title()} onClose={store.giveUp}>
        <StaffReauthentication store={store} hasPasskey={has_passkey} />
      </Dialog>
    )
  }
  return (
    <Dialog title={m.reauthentication_title()} onClose={store.giveUp}>
      <div className="stack">
        {has_passkey && (
          <PasskeyReauthentication store={store} text={m.reauthentication_passkey_text()} />
        )}
        {has_password && <PasswordForm store={store} isAlternative={has_passkey} />}
        {!has_password && !has_passkey && <ProviderOrCodeReauthentication store={store} />}
      </div>
    </Dialog>
  )
}

function StaffReauthentication({ store, hasPasskey }: { store: SignInStore; hasPasskey: boolean }) {
  return (
    <div className="stack">
      {hasPasskey ? (
        <PasskeyReauthentication store={store} text={m.staff_passkey_text()} />
      ) : (
        <FirstPasskey store={store} />
      )}
      <RecoveryCodeForm send={store.reauthenticateWithRecoveryCode} />
    </div>
  )
}

function PasskeyReauthentication({ store, text }: { store: SignInStore; text: string }) {
  return (
    <div className="stack">
      <p>{text}</p>
      <PasskeyButton isPrimary label={m.passkey_use()} onUse={store.reauthenticateWithPasskey} />
    </div>
  )
}

function PasswordForm({ store, isAlternative }: { store: SignInStore; isAlternative: boolean }) {
  const form = useValidatedForm<ReauthenticationInput>({
    schema: ReauthenticationInput,
    send: ({ password }) => store.reauthenticateWithPassword(password),
  })
  const { fieldOf, submit, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      {isAlternative ? (
        <p className="divider quiet">{m.reauthentication_or_password()}</p>
      ) : (
        <p>{m.reauthentication_password_text()}</p>
      )}
      <Failure text={failure} />
      <PasswordField
        label={m.password_current()}
        autoComplete="current-password"
        {...fieldOf('password')}
      />
      <DialogFoot onClose={store.giveUp}>
        <SubmitButton {...{ isBusy, isSending }}>{m.reauthentication_continue()}</SubmitButton>
      </DialogFoot>
    </form>
  )
}

/** At a provider, or by a code mailed to a verified address. */
function ProviderOrCodeReauthentication({ store }: { store: SignInStore }) {
  const { items } = useStore(store.$identities)
  const settings = useStore(session.$settings)
  const isConnected = items.some(({ provider }) => provider !== 'youtube')
  const isStaff = settings?.profile.scopes.includes('moderator')
  const email = settings?.profile.is_email_verified && !isStaff ? settings.profile.email : null
  if (isConnected || !email) return <ProviderButtons store={store} />
  return <CodeReauthentication store={store} email={email} />
}

function CodeReauthentication({ store, email }: { store: SignInStore; email: string }) {
  const sent = useStore(signInCodeStore.$sent)
  const { isBusy: isSending, failure, attempt } = useAttempt(m.code_request_failed)
  useEffect(() => signInCodeStore.forget, [])

  if (sent) return <CodeStep sent={sent} onSignedIn={store.goOn} />
  return (
    <div className="stack">
      <p>{m.reauthentication_code_text({ email })}</p>
      <Failure text={failure} />
      <DialogFoot onClose={store.giveUp}>
        <Button
          label={isSending ? m.code_sending() : m.code_offer()}
          look="primary"
          disabled={isSending}
          onClick={() => void attempt(() => signInCodeStore.send(email))}
        />
      </DialogFoot>
    </div>
  )
}

function ProviderButtons({ store }: { store: SignInStore }) {
  const { items, available } = useStore(store.$identities)
  const isReady = useIsReady(store.$isBusy)
  const offeredProviders = providers.filter(
    (availableProvider) =>
      available.includes(availableProvider) &&
      items.some(({ provider }) => provider === availableProvider),
  )
  return (
    <div className="stack">
      <p>{m.reauthentication_provider_text()}</p>
      <DialogFoot onClose={store.giveUp}>
        {offeredProviders.map((provider) => (
          <Button
            label={m.login_with({ provider: providerNames[provider] })}
            key={provider}
            look="primary"
            disabled={!isReady}
            onClick={() => void store.reauthenticateWithProvider(provider)}
          />
        ))}
      </DialogFoot>
    </div>
  )
}
