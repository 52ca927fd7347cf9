import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { CodeStep } from '#site/features/accounts/sign-in/CodeStep.tsx'
import { PasskeyProof } from '#site/features/accounts/passkeys/PasskeyProof.tsx'
import { StaffProof } from '#site/features/accounts/passkeys/StaffProof.tsx'
import { failureText } from '#site/lib/failure-text.ts'
import { session } from '#site/lib/session/session.store.ts'
import { signInCode } from '#site/lib/session/sign-in-code.ts'
import { Dialog } from '#site/ui/Dialog.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { PasswordField } from '#site/ui/fields/TextField.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import { ConfirmPasswordInput } from '#worker/features/accounts/contract.ts'
import { providerNames, providers, type SignInStore } from './sign-in.store.ts'

/** Asks who is there before the ways into the account change, then goes on with what was wanted. */
export function ReauthenticationDialog({ store }: { store: SignInStore }) {
  const { has_password, has_passkey } = useStore(store.$identities)
  const waiting = useStore(store.$waiting)
  if (waiting?.code === 'passkey_required') {
    return (
      <Dialog title={m.staff_passkey_title()} onClose={store.giveUp}>
        <StaffProof store={store} hasPasskey={has_passkey} />
      </Dialog>
    )
  }
  return (
    <Dialog title={m.confirm_title()} onClose={store.giveUp}>
      <div className="stack">
        {has_passkey && (
          <PasskeyProof
            text={m.confirm_passkey_text()}
            label={m.passkey_use()}
            onUse={store.confirmWithPasskey}
          />
        )}
        {has_password && <PasswordForm store={store} isAlternative={has_passkey} />}
        {!has_password && !has_passkey && <OtherProof store={store} />}
      </div>
    </Dialog>
  )
}

function PasswordForm({ store, isAlternative }: { store: SignInStore; isAlternative: boolean }) {
  const form = useValidatedForm<ConfirmPasswordInput>({
    schema: ConfirmPasswordInput,
    send: ({ password }) => store.confirm(password),
  })
  const { register, submit, errorOf, failure, isBusy, isSending } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      {isAlternative ? (
        <p className="divider quiet">{m.confirm_or_password()}</p>
      ) : (
        <p>{m.confirm_password_text()}</p>
      )}
      <Failure text={failure} />
      <PasswordField
        label={m.password_current()}
        error={errorOf('password')}
        autoComplete="current-password"
        {...register('password')}
      />
      <DialogFoot className="profile-dialog-end" onClose={store.giveUp}>
        <SubmitButton {...{ isBusy, isSending }}>{m.confirm_continue()}</SubmitButton>
      </DialogFoot>
    </form>
  )
}

/** Who has no password signs in again: at a provider, or by a code mailed to a verified address. */
function OtherProof({ store }: { store: SignInStore }) {
  const { items } = useStore(store.$identities)
  const settings = useStore(session.$settings)
  const isConnected = items.some(({ provider }) => provider !== 'youtube')
  const isStaff = settings?.profile.scopes.includes('moderator')
  const email = settings?.profile.is_email_verified && !isStaff ? settings.profile.email : null
  if (isConnected || !email) return <Providers store={store} />
  return <CodeProof store={store} email={email} />
}

function CodeProof({ store, email }: { store: SignInStore; email: string }) {
  const sent = useStore(signInCode.$sent)
  const [failure, setFailure] = useState('')
  const [isSending, setIsSending] = useState(false)
  useEffect(() => signInCode.forget, [])

  async function send(): Promise<void> {
    setIsSending(true)
    setFailure('')
    await signInCode
      .send(email)
      .catch((error: unknown) => setFailure(failureText(error, m.code_request_failed)))
    setIsSending(false)
  }

  if (sent) return <CodeStep store={signInCode} sent={sent} onSignedIn={store.goOn} />
  return (
    <div className="stack">
      <p>{m.confirm_code_text({ email })}</p>
      <Failure text={failure} />
      <DialogFoot className="profile-dialog-end" onClose={store.giveUp}>
        <button
          type="button"
          className="button button-primary"
          disabled={isSending}
          onClick={() => void send()}
        >
          {isSending ? m.code_sending() : m.code_offer()}
        </button>
      </DialogFoot>
    </div>
  )
}

/** Who has no password shows themselves where they sign in. */
function Providers({ store }: { store: SignInStore }) {
  const { items, available } = useStore(store.$identities)
  const isReady = useIsReady(store.$isBusy)
  const ways = providers.filter(
    (one) => available.includes(one) && items.some(({ provider }) => provider === one),
  )
  return (
    <div className="stack">
      <p>{m.confirm_provider_text()}</p>
      <DialogFoot className="profile-dialog-end" onClose={store.giveUp}>
        {ways.map((provider) => (
          <button
            key={provider}
            type="button"
            className="button button-primary"
            disabled={!isReady}
            onClick={() => void store.signInAgain(provider)}
          >
            {m.login_with({ provider: providerNames[provider] })}
          </button>
        ))}
      </DialogFoot>
    </div>
  )
}
