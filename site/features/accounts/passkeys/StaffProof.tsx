import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { SignInStore } from '#site/features/accounts/profile/sign-in.store.ts'
import { PasskeyProof } from './PasskeyProof.tsx'
import { RecoveryCodeForm } from './RecoveryCodeForm.tsx'

/** What staff need before they change anything: their passkey, or a recovery code in its place. */
export function StaffProof({ store, hasPasskey }: { store: SignInStore; hasPasskey: boolean }) {
  return (
    <div className="stack">
      {hasPasskey ? (
        <PasskeyProof
          text={m.staff_passkey_text()}
          label={m.passkey_use()}
          onUse={store.confirmWithPasskey}
        />
      ) : (
        <>
          <p>{m.staff_passkey_missing()}</p>
          <a
            className="button button-primary button-wide"
            href={`${paths.profile(getLocale())}#passkeys`}
          >
            {m.passkeys_add()}
          </a>
        </>
      )}
      <RecoveryCodeForm send={store.confirmWithRecoveryCode} />
    </div>
  )
}
