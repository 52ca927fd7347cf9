import { m } from '#site/lib/messages.ts'
import type { SignInStore } from '#site/features/accounts/profile/sign-in.store.ts'
import { FirstPasskey } from './FirstPasskey.tsx'
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
        <FirstPasskey store={store} />
      )}
      <RecoveryCodeForm send={store.confirmWithRecoveryCode} />
    </div>
  )
}
