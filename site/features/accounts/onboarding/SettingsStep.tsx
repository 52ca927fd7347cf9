import { useStore } from '@nanostores/react'
import { dateFormats, formatChoices, localeChoices } from '#site/lib/labels.ts'
import { Field } from '#site/ui/fields/Field.tsx'
import { OptionTabs } from '#site/ui/fields/OptionTabs.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { TimeZoneInput } from '#site/ui/fields/TimeZoneInput.tsx'
import { m } from '#site/lib/messages.ts'
import { isTimeZone } from '#worker/contracts/time.ts'
import type { AcceptedLocale } from '#worker/locale/locales.ts'
import type { OnboardingStore } from './onboarding.store.ts'

export function SettingsStep({ store: { $state, $choices } }: { store: OnboardingStore }) {
  const choices = useStore($choices)
  const { timezone_name: zone } = choices
  const isRefused = useStore($state).error !== undefined
  return (
    <div className="onboarding-settings">
      <SelectField
        label={m.profile_language()}
        choices={localeChoices()}
        field={{
          value: choices.interface_language_code,
          onChange: ({ target }) =>
            $choices.setKey('interface_language_code', target.value as AcceptedLocale),
        }}
      />
      <Field
        label={m.profile_timezone()}
        hint={m.profile_timezone_hint()}
        error={isRefused && !isTimeZone(zone) ? m.validation_time_zone() : undefined}
      >
        {(control) => (
          <TimeZoneInput
            control={control}
            zone={zone}
            onZone={(chosenValue) => $choices.setKey('timezone_name', chosenValue)}
          />
        )}
      </Field>
      <OptionTabs
        label={m.profile_date_format()}
        choices={formatChoices(dateFormats)}
        value={choices.date_format_id}
        onChoice={(chosenValue) => {
          $choices.setKey('date_format_id', chosenValue)
          $choices.setKey('untouched', undefined)
        }}
      />
      <Switch
        label={m.marketing_title()}
        hint={m.marketing_hint()}
        isOn={choices.is_marketing}
        onTurn={(isOn) => $choices.setKey('is_marketing', isOn)}
      />
    </div>
  )
}
