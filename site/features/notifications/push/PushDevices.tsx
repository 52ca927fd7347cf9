import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { createOnceOnClient } from '#site/lib/rendering/shared-on-client.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { deviceName } from '#site/features/accounts/profile/devices.store.ts'
import { getSharedNotificationPreferencesStore } from '#site/features/notifications/preferences/notification-preferences.store.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import type {
  PushDevicesView,
  PushDeviceView,
} from '#worker/features/notifications/push/contract.ts'
import { createPushStore, type PushStore } from './push.store.ts'
import { pushBrowser } from './push-browser.ts'

type Props = { first: PushDevicesView; preferences: NotificationSettingsView }

const pushStoreOf = createOnceOnClient(({ first, preferences }: Props) => {
  const onChange = () => void getSharedNotificationPreferencesStore(preferences).reload()
  return createPushStore({ api, browser: pushBrowser, first, onChange, showSuccess, showError })
})

export function PushDevices(props: Props) {
  const [store] = useState(() => pushStoreOf(props))
  const devices = useStore(store.$devices)
  useEffect(() => void store.look(), [store])
  return (
    <div className="stack">
      {store.publicKey === null ? (
        <p className="quiet">{m.error_push_off()}</p>
      ) : (
        <ThisDevice store={store} />
      )}
      {devices.length > 0 && (
        <div>
          <h3 className="profile-label" id="push-devices">
            {m.push_devices()}
          </h3>
          <ul className="profile-list push-list" aria-labelledby="push-devices">
            {devices.map((device) => (
              <Device key={device.id} {...{ store, device }} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function ThisDevice({ store }: { store: PushStore }) {
  const isOn = useStore(store.$isOn)
  const support = useStore(store.$support)
  const isReady = useIsReady(store.$isBusy)
  return (
    <div>
      <Switch
        label={m.push_switch()}
        hint={m.push_text()}
        isOn={isOn}
        isDisabled={!isReady || support !== 'ready'}
        onTurn={(isWanted) => void (isWanted ? store.turnOn() : store.turnOff())}
      />
      <p className="push-obstacle quiet" role="status">
        {support === 'blocked' && m.push_blocked()}
        {support === 'unsupported' && m.push_unsupported()}
        {support === 'home_screen' && (
          <>
            {m.push_home_screen()}{' '}
            <a href={paths.downloadIos(getLocale())}>{m.push_home_screen_how()}</a>
          </>
        )}
      </p>
    </div>
  )
}

function Device({ store, device }: { store: PushStore; device: PushDeviceView }) {
  const isReady = useIsReady(store.$isBusy)
  const isTested = useStore(store.$tested) === device.id
  const name = deviceName(device)
  const { last_shown_at, is_losing, is_silent } = device
  return (
    <li>
      <div className="profile-list-what" role="status">
        <b>{name}</b>
        <span className="quiet">
          <LocalTime at={device.created_at} as="date" within={m.push_since} />
          {last_shown_at !== null && (
            <>
              {' · '}
              <LocalTime at={last_shown_at} within={m.push_last_shown} />
            </>
          )}
        </span>
        {is_losing && <span>{m.push_losing()}</span>}
        {last_shown_at === null && is_silent && <span className="quiet">{m.push_silent()}</span>}
        {isTested && <span>{m.push_test_question({ device: name })}</span>}
      </div>
      {isTested ? (
        <>
          <Button
            label={m.push_test_yes()}
            isSmall
            onClick={() => store.answerTest(device, true)}
          />
          <Button
            label={m.push_test_no()}
            isSmall
            onClick={() => store.answerTest(device, false)}
          />
        </>
      ) : (
        <>
          <Button
            label={m.push_test()}
            isSmall
            aria-label={m.push_test_of({ device: name })}
            disabled={!isReady}
            onClick={() => void store.test(device)}
          />
          <Button
            label={m.push_remove()}
            isSmall
            aria-label={m.push_remove_of({ device: name })}
            disabled={!isReady}
            onClick={() => void store.remove(device)}
          />
        </>
      )}
    </li>
  )
}
