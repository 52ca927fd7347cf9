import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { sharePasskeysStore } from '#site/features/accounts/profile/section-stores.ts'
import { separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated, useIsReady } from '#site/lib/rendering/hydration.ts'
import { isPasskeySupported } from '#site/lib/session/passkey.ts'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import type { PasskeysView } from '#worker/features/accounts/passkeys/contract.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import type { Passkey, PasskeysStore } from './passkeys.store.ts'

type Props = { passkeys: PasskeysView; identities: IdentitiesView }

/** Who is there is asked by the login methods, whose store it shares. */
export function Passkeys({ passkeys, identities }: Props) {
  const [store] = useState(() => sharePasskeysStore({ passkeys, identities }))
  const { items, staff } = useStore(store.$passkeys)
  useEffect(() => {
    const token = new URLSearchParams(location.search).get('passkey')
    if (!token) return
    // The link works once: neither history nor a reload needs it.
    history.replaceState(history.state, '', location.pathname + location.hash)
    void store.openLink(token)
  }, [store])
  return (
    <div className="stack">
      {staff.is_required && items.length === 0 && (
        <p className="notice">{m.passkeys_staff_required()}</p>
      )}
      {items.length > 0 ? (
        <ul className="profile-list">
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} {...{ store, passkey }} />
          ))}
        </ul>
      ) : (
        <p className="quiet">{m.passkeys_empty()}</p>
      )}
      <AddPasskey store={store} isFirst={items.length === 0} />
      {staff.recovery_codes_left !== null && (items.length > 0 || staff.is_used) && (
        <RecoveryCodes store={store} left={staff.recovery_codes_left} />
      )}
    </div>
  )
}

function AddPasskey({ store, isFirst }: { store: PasskeysStore; isFirst: boolean }) {
  const isReady = useIsReady(store.$isBusy)
  const isUnsupported = useIsHydrated() && !isPasskeySupported()
  if (isUnsupported) return <p className="quiet">{m.passkeys_unsupported()}</p>
  return (
    <div className="row">
      <button
        type="button"
        className={`button ${isFirst ? 'button-primary' : ''}`}
        disabled={!isReady}
        onClick={() => void store.add()}
      >
        {m.passkeys_add()}
      </button>
    </div>
  )
}

function PasskeyRow({ store, passkey }: { store: PasskeysStore; passkey: Passkey }) {
  const isReady = useIsReady(store.$isBusy)
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const { id, name, created_at, last_used_at } = passkey
  const close = () => setOpen(undefined)
  return (
    <li>
      <p className="profile-list-what">
        <b>{name}</b>
        <span className="quiet">
          {m.passkeys_created_on()} <LocalTime at={created_at} as="date" />
          {separator}
          {last_used_at ? (
            <>
              {m.passkeys_last_used()} <LocalTime at={last_used_at} as="date" />
            </>
          ) : (
            m.passkeys_never_used()
          )}
        </span>
      </p>
      <div className="row">
        <Button
          label={m.passkeys_rename()}
          isSmall
          aria-label={m.passkeys_rename_of({ name })}
          disabled={!isReady}
          onClick={() => setOpen('rename')}
        />
        <Button
          label={m.passkeys_remove()}
          isSmall
          aria-label={m.passkeys_remove_of({ name })}
          disabled={!isReady}
          onClick={() => setOpen('remove')}
        />
      </div>
      {open === 'rename' && <RenameDialog {...{ store, passkey }} onClose={close} />}
      {open === 'remove' && (
        <IrreversibleActionDialog
          title={m.passkeys_remove_title()}
          act={m.passkeys_remove()}
          isBusy={false}
          onConfirm={() => {
            close()
            void store.remove(id)
          }}
          onClose={close}
        >
          <p>{m.passkeys_remove_text({ name })}</p>
        </IrreversibleActionDialog>
      )}
    </li>
  )
}
