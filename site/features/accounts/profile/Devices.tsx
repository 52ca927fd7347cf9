import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { separator } from '#site/lib/format.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { SessionsView } from '#worker/features/accounts/contract.ts'
import { deviceName } from './devices.store.ts'
import { getSharedDevicesStore } from './section-stores.ts'

export function Devices({ sessions }: { sessions: SessionsView }) {
  const [store] = useState(() => getSharedDevicesStore(sessions))
  const devices = useStore(store.$devices)
  const isReady = useIsReady(store.$isBusy)
  return (
    <div className="stack">
      <ul className="profile-list">
        {devices.map((device) => (
          <li key={device.id}>
            <p className="profile-list-what">
              <b>
                {deviceName(device)}{' '}
                {device.is_current && (
                  <span className="badge badge-success">{m.devices_this()}</span>
                )}
              </b>
              <span className="quiet">
                <LocalTime at={device.last_used_at} within={m.devices_last_used} />
                {separator}
                <LocalTime at={device.created_at} as="date" within={m.devices_signed_in} />
              </span>
            </p>
            <Button
              label={m.devices_sign_out()}
              isSmall
              aria-label={m.devices_sign_out_of({ device: deviceName(device) })}
              disabled={!isReady}
              onClick={() => void store.signOut(device)}
            />
          </li>
        ))}
      </ul>
      <div className="row">
        {devices.length > 1 && (
          <Button
            label={m.devices_sign_out_others()}
            disabled={!isReady}
            onClick={() => void store.signOutOthers()}
          />
        )}
        <Button
          label={m.devices_sign_out_all()}
          look="danger"
          disabled={!isReady}
          onClick={() => void store.signOutAll()}
        />
      </div>
    </div>
  )
}
