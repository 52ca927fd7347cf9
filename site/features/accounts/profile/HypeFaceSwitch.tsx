import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { getSharedSettingsStore } from '../settings/settings.store.ts'

export function HypeFaceSwitch({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => getSharedSettingsStore(settings))
  const { is_shown_on_hypes } = useStore(store.$settings)
  const isBusy = useStore(store.$isBusy)
  const isHydrated = useIsHydrated()
  return (
    <Switch
      label={m.hype_face_switch()}
      hint={m.hype_face_switch_hint()}
      isOn={is_shown_on_hypes}
      isDisabled={!isHydrated || isBusy}
      onTurn={(isOn) => void store.save({ is_shown_on_hypes: isOn })}
    />
  )
}
