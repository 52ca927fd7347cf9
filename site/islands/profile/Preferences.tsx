import { useState } from 'react'
import { dateFormats } from '#site/islands/forms/date-formats.ts'
import { Field } from '#site/islands/forms/Field.tsx'
import { TimeZoneInput } from '#site/islands/forms/TimeZoneInput.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { rememberLocale } from '#site/islands/session/remember-locale.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { locales, type Locale } from '#worker/contract.ts'
import { SettingsInput, type SettingsView } from '#worker/features/accounts/contract.ts'
import { settingsStoreOf } from './account-store.ts'
import { SaveRow } from './SaveRow.tsx'

type Values = Required<Omit<SettingsInput, 'is_marketing'>>

function valuesOf(settings: SettingsView): Values {
  return {
    interface_language_code: settings.interface_language_code,
    timezone_name: settings.timezone_name,
    date_format_id: settings.date_format_id,
  }
}

/** The page says the rest in the language just chosen. */
function continueIn(locale: Locale): void {
  rememberLocale(locale)
  location.assign(paths.inLocale(locale, location.pathname))
}

export function Preferences({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => settingsStoreOf(settings))
  const [defaults] = useState(() => valuesOf(settings))
  const [isUnchanged, setIsUnchanged] = useState(false)
  const form = useCheckedForm<Values>({
    schema: SettingsInput,
    defaults,
    async send(values) {
      const { interface_language_code: before } = store.$settings.get()
      const outcome = await store.save(values)
      setIsUnchanged(outcome === 'unchanged')
      const { interface_language_code: after } = store.$settings.get()
      if (before !== after) continueIn(after)
    },
  })
  const { register, submit, errorOf, isBusy, isSending, watch, setValue, trigger } = form
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Field label={m.profile_language()} error={errorOf('interface_language_code')}>
        {(props) => (
          <select {...props} {...register('interface_language_code')} className="select">
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {languageName(locale)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={m.profile_timezone()}
        hint={m.profile_timezone_hint()}
        error={errorOf('timezone_name')}
      >
        {(props) => (
          <TimeZoneInput
            control={props}
            zone={watch('timezone_name')}
            onZone={(zone) => setValue('timezone_name', zone, { shouldDirty: true })}
            onLeave={() => void trigger('timezone_name')}
          />
        )}
      </Field>
      <Field label={m.profile_date_format()} error={errorOf('date_format_id')}>
        {(props) => (
          <select {...props} {...register('date_format_id')} className="select">
            {dateFormats.map(({ id, example }) => (
              <option key={id} value={id}>
                {example}
              </option>
            ))}
          </select>
        )}
      </Field>
      <SaveRow {...{ isBusy, isSending, isUnchanged }}>{m.save()}</SaveRow>
    </form>
  )
}
