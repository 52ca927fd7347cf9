import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Field } from '#site/ui/fields/Field.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import {
  takesNearMarks,
  type DigestFrequency,
  type QuietHoursView,
} from '#worker/features/notifications/contract.ts'
import { OwnMarks } from './OwnMarks.tsx'
import type { NotificationPreferencesStore } from './notification-preferences.store.ts'

const digestNames: Record<DigestFrequency, () => string> = {
  off: m.digest_off,
  daily: m.digest_daily,
  weekly: m.digest_weekly,
}

export function QuietHoursAndDigest({ store }: { store: NotificationPreferencesStore }) {
  const preferences = useStore(store.$preferences)
  const { digest, quiet_hours, own_marks } = preferences
  const isHydrated = useIsHydrated()
  return (
    <>
      <div className="profile-part">
        <SelectField
          label={m.digest_title()}
          hint={m.digest_hint()}
          choices={toLabeledChoices(digestNames)}
          field={{
            value: digest,
            disabled: !isHydrated,
            onChange: ({ target }) => void store.setDigest(target.value as DigestFrequency),
          }}
        />
      </div>
      <div className="profile-part">
        <OwnMarks
          hint={m.own_marks_hint()}
          marks={own_marks}
          takesNear={takesNearMarks(preferences)}
          isDisabled={!isHydrated}
          onMarks={(marks) => void store.setOwnMarks(marks)}
        />
      </div>
      <div className="profile-part">
        <QuietHours hours={quiet_hours} onHours={(hours) => void store.setQuietHours(hours)} />
      </div>
    </>
  )
}

const usualNight = { from: '22:00', to: '08:00' }
const none = { from: null, to: null }

type Props = { hours: QuietHoursView; onHours: (hours: QuietHoursView) => void }

function QuietHours({ hours, onHours }: Props) {
  const isHydrated = useIsHydrated()
  const { from, to } = hours
  const isOn = from !== null && to !== null
  return (
    <div className="stack">
      <Switch
        label={m.quiet_title()}
        hint={m.quiet_hint()}
        isOn={isOn}
        isDisabled={!isHydrated}
        onTurn={(isWanted) => onHours(isWanted ? usualNight : none)}
      />
      {isOn && (
        <div className="row">
          <TimeOfDay
            key={`from ${from}`}
            label={m.quiet_from()}
            time={from}
            other={to}
            onTime={(time) => onHours({ from: time, to })}
          />
          <TimeOfDay
            key={`to ${to}`}
            label={m.quiet_to()}
            time={to}
            other={from}
            onTime={(time) => onHours({ from, to: time })}
          />
        </div>
      )}
    </div>
  )
}

type TimeProps = {
  label: string
  time: string
  /** The other end, which must differ. */
  other: string
  onTime: (time: string) => void
}

/** Kept when left, since a time being typed is a time at every key. */
function TimeOfDay({ label, time, other, onTime }: TimeProps) {
  const [typed, setTyped] = useState(time)
  const error = typed === other ? m.validation_quiet_hours_same() : undefined
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="time"
          className="input"
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            if (typed === '' || typed === other) setTyped(time)
            else if (typed !== time) onTime(typed)
          }}
        />
      )}
    </Field>
  )
}
