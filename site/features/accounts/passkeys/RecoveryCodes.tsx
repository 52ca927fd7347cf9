import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { keepFile } from '#site/features/accounts/profile/section-stores.ts'
import { m } from '#site/lib/messages.ts'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { Dialog } from '#site/ui/Dialog.tsx'
import type { PasskeysStore } from './passkeys.store.ts'

type Props = { store: PasskeysStore; left: number }

/** Codes that replace a lost passkey, for staff. */
export function RecoveryCodes({ store, left }: Props) {
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
        <div className="row profile-dialog-end">
          <Button
            label={m.recovery_download()}
            onClick={() => keepFile('hypecal-recovery-codes.txt', new Blob([text]))}
          />
          <Button label={m.recovery_done()} look="primary" onClick={onClose} />
        </div>
      </div>
    </Dialog>
  )
}
