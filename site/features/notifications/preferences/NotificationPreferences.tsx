import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { notificationPreferenceLabels } from '#site/features/notifications/kind-labels.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type {
  NotificationSettingsView,
  MailProblemReason,
  MailProblemView,
} from '#worker/features/notifications/contract.ts'
import { listKindsExcludedFor, type DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import { getSharedSettingsStore } from '#site/features/accounts/settings/settings.store.ts'
import { QuietHoursAndDigest } from './QuietHoursAndDigest.tsx'
import {
  getSharedNotificationPreferencesStore,
  type NotificationPreferencesStore,
} from './notification-preferences.store.ts'
import { Button } from '#site/ui/Button.tsx'
import { getSharedAccountStore } from '#site/features/accounts/profile/section-stores.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'

const rewardKinds: readonly string[] = listKindsExcludedFor('ungamified')

const whyUnusable: Partial<Record<DeliveryChannel, () => string>> = {
  email: m.notification_preferences_no_email,
  discord: m.notification_preferences_no_discord,
  push: m.notification_preferences_no_push,
}

type Props = { settings: SettingsView; first: NotificationSettingsView }

export function NotificationPreferences({ settings, first }: Props) {
  const [store] = useState(() => getSharedNotificationPreferencesStore(first))
  const { channels, kinds, mail_problem: problem } = useStore(store.$preferences)
  const { is_gamified } = useStore(getSharedSettingsStore(settings).$settings)
  const shownKinds = kinds.filter(({ kind }) => is_gamified || !rewardKinds.includes(kind))
  const isExplained = (channel: DeliveryChannel) => channel === 'email' && problem !== null
  const unusable = channels.filter(({ channel, is_usable }) => !is_usable && !isExplained(channel))
  const usable = channels.filter(({ is_usable }) => is_usable)
  return (
    <div className="stack">
      {problem && <MailProblem settings={settings} problem={problem} />}
      <ul className="notification-preferences-notes">
        {unusable.map(({ channel }) => (
          <li key={channel}>{whyUnusable[channel]?.()}</li>
        ))}
      </ul>
      <div className="notification-preferences" data-channels={usable.length}>
        <p className="notification-preferences-head" aria-hidden="true">
          {usable.map(({ channel }) => (
            <span key={channel}>{deliveryChannelNames[channel]()}</span>
          ))}
        </p>
        {shownKinds.map((row) => (
          <KindRow key={row.kind} {...{ store, row, usable }} />
        ))}
      </div>
      <QuietHoursAndDigest store={store} />
      <MarketingSetting settings={settings} />
    </div>
  )
}

type KindRowProps = {
  store: NotificationPreferencesStore
  row: NotificationSettingsView['kinds'][number]
  usable: NotificationSettingsView['channels']
}

function KindRow({ store, row: { kind, channels: switches }, usable }: KindRowProps) {
  const isHydrated = useIsHydrated()
  const nameId = useId()
  return (
    <div className="notification-preferences-row" role="group" aria-labelledby={nameId}>
      <p id={nameId}>{notificationPreferenceLabels[kind]()}</p>
      {switches
        .filter(({ channel }) => usable.some((one) => one.channel === channel))
        .map(({ channel, is_enabled }) => (
          <Switch
            key={channel}
            label={deliveryChannelNames[channel]()}
            name={m.notification_preferences_switch({
              kind: notificationPreferenceLabels[kind](),
              channel: deliveryChannelNames[channel](),
            })}
            isOn={is_enabled}
            isDisabled={!isHydrated}
            onTurn={(isOn) => void store.turnChannel(kind, channel, isOn)}
          />
        ))}
    </div>
  )
}

function MarketingSetting({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => getSharedSettingsStore(settings))
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

const texts = {
  bounce: m.mail_problem_bounce_text,
  complaint: m.mail_problem_complaint_text,
} satisfies Record<MailProblemReason, unknown>

type MailProblemProps = { settings: SettingsView; problem: MailProblemView }

function MailProblem({ settings, problem: { reason, at } }: MailProblemProps) {
  const [account] = useState(() => getSharedAccountStore(settings))
  const isBusy = useStore(account.$isBusy)
  const isHydrated = useIsHydrated()
  return (
    <div className="notice">
      <p>
        <LocalTime at={at} as="date" within={texts[reason]} />
      </p>
      <Button
        label={m.mail_problem_confirm()}
        isSmall
        disabled={isBusy || !isHydrated}
        onClick={() => void account.resendVerification()}
      />
    </div>
  )
}
