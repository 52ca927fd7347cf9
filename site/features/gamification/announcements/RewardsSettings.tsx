import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { getSharedSettingsStore } from '#site/features/accounts/settings/settings.store.ts'

export function RewardsSettings({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => getSharedSettingsStore(settings))
  const { is_gamified, is_on_leaderboard } = useStore(store.$settings)
  const isBusy = useStore(store.$isBusy)
  const isHydrated = useIsHydrated()
  const isDisabled = !isHydrated || isBusy
  return (
    <div className="stack">
      <Switch
        label={m.rewards_switch()}
        hint={m.rewards_switch_hint()}
        isOn={is_gamified}
        isDisabled={isDisabled}
        onTurn={(isOn) => void store.save({ is_gamified: isOn })}
      />
      <div className="profile-part">
        <Switch
          label={m.leaderboard_switch()}
          hint={m.leaderboard_switch_hint()}
          isOn={is_gamified && is_on_leaderboard}
          isDisabled={isDisabled || !is_gamified}
          onTurn={(isOn) => void store.save({ is_on_leaderboard: isOn })}
        />
      </div>
    </div>
  )
}
