import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getSharedSettingsStore } from '#site/features/accounts/settings/settings.store.ts'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

export function PushReportSwitch({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => getSharedSettingsStore(settings))
  const { is_push_reported } = useStore(store.$settings)
  const isBusy = useStore(store.$isBusy)
  const isHydrated = useIsHydrated()
  return (
    <Switch
      label={m.push_report_switch()}
      hint={m.push_report_hint()}
      isOn={is_push_reported}
      isDisabled={!isHydrated || isBusy}
      onTurn={(isOn) => void store.save({ is_push_reported: isOn })}
    />
  )
}
