import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { channelNames } from '#site/islands/forms/channel-names.ts'
import { Switch } from '#site/islands/forms/Switch.tsx'
import { useIsHydrated } from '#site/islands/forms/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import {
  rewardKinds,
  type NotificationKind,
  type NotificationSettingsView,
  type ServedChannel,
} from '#worker/features/notifications/contract.ts'
import { settingsStoreOf } from './account-store.ts'
import { DeliveryTimes } from './DeliveryTimes.tsx'
import { reachStoreOf } from './section-stores.ts'
import type { ReachStore } from './reach.store.ts'

const kindNames: Record<NotificationKind, () => string> = {
  reminder: m.kind_reminder,
  event_changed: m.kind_event_changed,
  event_cancelled: m.kind_event_cancelled,
  new_event_followed: m.kind_new_event_followed,
  proposal_decision: m.kind_proposal_decision,
  level_up: m.kind_level_up,
  achievement: m.kind_achievement,
  gamification_decision: m.kind_gamification_decision,
}

const whyUnusable: Partial<Record<ServedChannel, () => string>> = {
  email: m.reach_no_email,
  discord: m.reach_no_discord,
  push: m.reach_no_push,
}

type Props = { settings: SettingsView; first: NotificationSettingsView }

/** What the person is told, channel by channel, and the news they may want. */
export function Reach({ settings, first }: Props) {
  const [store] = useState(() => reachStoreOf(first))
  const { channels, kinds } = useStore(store.$reach)
  const { is_gamified } = useStore(settingsStoreOf(settings).$settings)
  const shown = kinds.filter(({ kind }) => is_gamified || !rewardKinds.includes(kind))
  const unusable = channels.filter(({ is_usable }) => !is_usable)
  return (
    <div className="stack">
      <div className="reach">
        <p className="reach-head" aria-hidden="true">
          {channels.map(({ channel }) => (
            <span key={channel}>{channelNames[channel]()}</span>
          ))}
        </p>
        {shown.map((row) => (
          <Kind key={row.kind} {...{ store, row, channels }} />
        ))}
      </div>
      <ul className="reach-notes quiet">
        {unusable.map(({ channel }) => (
          <li key={channel}>{whyUnusable[channel]?.()}</li>
        ))}
      </ul>
      <DeliveryTimes store={store} />
      <Marketing settings={settings} />
    </div>
  )
}

type KindProps = {
  store: ReachStore
  row: NotificationSettingsView['kinds'][number]
  channels: NotificationSettingsView['channels']
}

function Kind({ store, row: { kind, channels: switches }, channels }: KindProps) {
  const isHydrated = useIsHydrated()
  const nameId = useId()
  return (
    <div className="reach-row" role="group" aria-labelledby={nameId}>
      <p id={nameId}>{kindNames[kind]()}</p>
      {switches.map(({ channel, is_enabled }) => {
        const isUsable = channels.some((one) => one.channel === channel && one.is_usable)
        return (
          <Switch
            key={channel}
            label={channelNames[channel]()}
            name={m.reach_switch({ kind: kindNames[kind](), channel: channelNames[channel]() })}
            isOn={is_enabled && isUsable}
            isDisabled={!isHydrated || !isUsable}
            onTurn={(isOn) => void store.turnChannel(kind, channel, isOn)}
          />
        )
      })}
    </div>
  )
}

function Marketing({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => settingsStoreOf(settings))
  const { is_marketing } = useStore(store.$settings)
  const isHydrated = useIsHydrated()
  return (
    <div className="profile-part">
      <Switch
        label={m.marketing_title()}
        hint={m.marketing_hint()}
        isOn={is_marketing ?? false}
        isDisabled={!isHydrated}
        onTurn={(isOn) => void store.setMarketing(isOn)}
      />
    </div>
  )
}
