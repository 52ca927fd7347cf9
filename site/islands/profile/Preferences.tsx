import { useState } from 'react'
import { dateFormats, hourCycles } from '#site/islands/forms/date-formats.ts'
import { Field } from '#site/islands/forms/Field.tsx'
import { TimeZoneInput } from '#site/islands/forms/TimeZoneInput.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { rememberLocale } from '#site/islands/session/remember-locale.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { locales, type Locale } from '#worker/locales.ts'
import { SettingsInput, type SettingsView } from '#worker/features/accounts/contract.ts'
import { settingsStoreOf } from './account-store.ts'
import { choicesOf, type SettingsChoices } from './settings.store.ts'
import { SaveRow } from './SaveRow.tsx'

type Values = Omit<SettingsChoices, 'is_marketing'>

function valuesOf(settings: SettingsView): Values {
  const { is_marketing: _, ...values } = choicesOf(settings)
  return values
}

/** The page says the rest in the language just chosen. */
function continueIn(locale: Locale): void {
  rememberLocale(locale)
  location.assign(paths.inLocale(locale, location.pathname))
}

/** The empty option is the browser's own format. */
const orBrowser = { setValueAs: (value: string) => value || null }

function FormatOptions({ formats }: { formats: readonly { id: string; example: string }[] }) {
  return (
    <>
      <option value="">{m.settings_as_browser()}</option>
      {formats.map(({ id, example }) => (
        <option key={id} value={id}>
          {example}
        </option>
      ))}
    </>
  )
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
  const zone = watch('timezone_name')
  function chooseZone(next: string | null): void {
    setValue('timezone_name', next, { shouldDirty: true })
  }
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
            zone={zone ?? settings.email_time_zone}
            onZone={chooseZone}
            onLeave={() => void trigger('timezone_name')}
          />
        )}
      </Field>
      {zone !== null && (
        <button
          type="button"
          className="button button-small profile-browser-zone"
          onClick={() => chooseZone(null)}
        >
          {m.settings_browser_zone()}
        </button>
      )}
      <Field label={m.profile_date_format()} error={errorOf('date_format_id')}>
        {(props) => (
          <select {...props} {...register('date_format_id', orBrowser)} className="select">
            <FormatOptions formats={dateFormats} />
          </select>
        )}
      </Field>
      <Field label={m.profile_hour_cycle()} error={errorOf('hour_cycle')}>
        {(props) => (
          <select {...props} {...register('hour_cycle', orBrowser)} className="select">
            <FormatOptions formats={hourCycles} />
          </select>
        )}
      </Field>
      <SaveRow {...{ isBusy, isSending, isUnchanged }}>{m.save()}</SaveRow>
    </form>
  )
}
