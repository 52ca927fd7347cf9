import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import {
  getSharedPasskeysStore,
  downloadFile,
} from '#site/features/accounts/profile/section-stores.ts'
import { separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated, useIsReady } from '#site/lib/rendering/hydration.ts'
import { isPasskeySupported } from '#site/lib/session/passkey.ts'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import type { IdentitiesView } from '#worker/features/accounts/identities/contract.ts'
import {
  type PasskeysView,
  RenamePasskeyInput,
} from '#worker/features/accounts/passkeys/contract.ts'
import type { Passkey, PasskeysStore } from './passkeys.store.ts'
import { Dialog } from '#site/ui/Dialog.tsx'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'

type Props = { passkeys: PasskeysView; identities: IdentitiesView }

export function Passkeys({ passkeys, identities }: Props) {
  const [store] = useState(() => getSharedPasskeysStore({ passkeys, identities }))
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
          <LocalTime at={created_at} as="date" within={m.passkeys_created_on} />
          {separator}
          {last_used_at ? (
            <LocalTime at={last_used_at} as="date" within={m.passkeys_last_used} />
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
          onConfirm={() => {
            close()
            return store.remove(id)
          }}
          onClose={close}
        >
          <p>{m.passkeys_remove_text({ name })}</p>
        </IrreversibleActionDialog>
      )}
    </li>
  )
}

type RecoveryCodesProps = { store: PasskeysStore; left: number }

function RecoveryCodes({ store, left }: RecoveryCodesProps) {
  const codes = useStore(store.$codes)
  const isReady = useIsReady(store.$isBusy)
  return (
    <div className="profile-part">
      <h3>{m.recovery_title()}</h3>
      <div className="row">
        <p className="profile-list-what">
          <span>{m.recovery_text()}</span>
          {left > 0 && <span className="quiet">{m.recovery_left({ count: left })}</span>}
        </p>
        <Button
          label={left > 0 ? m.recovery_replace() : m.recovery_create()}
          isSmall
          disabled={!isReady}
          onClick={() => void store.createCodes()}
        />
      </div>
      {codes && <CodesDialog codes={codes} onClose={store.forgetCodes} />}
    </div>
  )
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog title={m.recovery_title()} onClose={onClose}>
      <div className="stack">
        <p>{m.recovery_codes_text()}</p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="row dialog-foot">
          <Button
            label={m.recovery_download()}
            onClick={() => downloadFile('hypecal-recovery-codes.txt', new Blob([text]))}
          />
          <Button label={m.recovery_done()} look="primary" onClick={onClose} />
        </div>
      </div>
    </Dialog>
  )
}

type RenameDialogProps = { store: PasskeysStore; passkey: Passkey; onClose: () => void }

function RenameDialog({ store, passkey: { id, name }, onClose }: RenameDialogProps) {
  const form = useValidatedForm<{ name: string }>({
    schema: RenamePasskeyInput,
    defaults: { name },
    fallback: m.passkeys_rename_failed,
    async send(values) {
      await store.rename(id, values.name)
      onClose()
    },
  })
  return (
    <FormDialog title={m.passkeys_rename_title()} act={m.passkeys_rename()} {...{ form, onClose }}>
      <TextField label={m.passkeys_name()} {...form.fieldOf('name')} maxLength={60} required />
    </FormDialog>
  )
}
