import { useStore } from '@nanostores/react'
import { dateFormats, localeChoices } from '#site/lib/labels.ts'
import { Field } from '#site/ui/fields/Field.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { TimeZoneInput } from '#site/ui/fields/TimeZoneInput.tsx'
import { m } from '#site/lib/messages.ts'
import { isTimeZone } from '#worker/contracts/time.ts'
import type { AcceptedLocale } from '#worker/locale/locales.ts'
import type { OnboardingStore } from './onboarding.store.ts'

type Props = {
  store: OnboardingStore
  /** The save was refused: invalid choices are marked. */
  isRefused: boolean
}

export function SettingsStep({ store, isRefused }: Props) {
  const { $choices } = store
  const { locale, isMarketing, timeZone, dateFormat } = useStore($choices)
  const isUnknownZone = isRefused && !isTimeZone(timeZone)
  return (
    <div className="onboarding-settings">
      <SelectField
        label={m.profile_language()}
        choices={localeChoices()}
        field={{
          value: locale,
          onChange: ({ target }) => $choices.setKey('locale', target.value as AcceptedLocale),
        }}
      />
      <Field
        label={m.profile_timezone()}
        hint={m.profile_timezone_hint()}
        error={isUnknownZone ? m.validation_time_zone() : undefined}
      >
        {(control) => (
          <TimeZoneInput
            control={control}
            zone={timeZone}
            onZone={(zone) => $choices.setKey('timeZone', zone)}
          />
        )}
      </Field>
      <fieldset className="field">
        <legend>{m.profile_date_format()}</legend>
        <div className="tabs onboarding-formats">
          {dateFormats.map(({ id, example }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === dateFormat}
              onClick={() =>
                $choices.set({ ...$choices.get(), dateFormat: id, isFormatTouched: true })
              }
            >
              {example}
            </button>
          ))}
        </div>
      </fieldset>
      <Switch
        label={m.marketing_title()}
        hint={m.marketing_hint()}
        isOn={isMarketing}
        onTurn={(isOn) => $choices.setKey('isMarketing', isOn)}
      />
    </div>
  )
}
