import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { getSharedSettingsStore } from './settings.store.ts'

const texts = {
  is_shown_on_hypes: { label: m.hype_face_switch, hint: m.hype_face_switch_hint },
  is_push_reported: { label: m.push_report_switch, hint: m.push_report_hint },
}

type Props = { name: keyof typeof texts; settings: SettingsView }

/** Turns one setting at once. */
export function SettingSwitch({ name, settings }: Props) {
  const [store] = useState(() => getSharedSettingsStore(settings))
  const isOn = useStore(store.$settings)[name]
  const isBusy = useStore(store.$isBusy)
  const isHydrated = useIsHydrated()
  return (
    <Switch
      label={texts[name].label()}
      hint={texts[name].hint()}
      isOn={isOn}
      isDisabled={!isHydrated || isBusy}
      onTurn={(isTurnedOn) => void store.save({ [name]: isTurnedOn })}
    />
  )
}
