import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { BrowserZoneButton, TimeZoneField } from '#site/ui/fields/TimeZoneInput.tsx'
import { dateFormats, toFormatChoices, hourCycles, localeChoices } from '#site/lib/labels.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { setLocaleCookie } from '#site/lib/session/stored-settings.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/locale/locales.ts'
import { SettingsInput, type SettingsView } from '#worker/features/accounts/contract.ts'
import {
  getSharedSettingsStore,
  toSettingsChoices,
  type SettingsChoices,
  type SettingsStore,
} from '../settings/settings.store.ts'
import { SaveRow } from '#site/ui/fields/SubmitButton.tsx'

/** Switches save themselves. */
type PreferencesFormValues = Pick<
  SettingsChoices,
  'interface_language_code' | 'timezone_name' | 'date_format_id' | 'hour_cycle'
>

function toFormValues(settings: SettingsView): PreferencesFormValues {
  const { interface_language_code, timezone_name, date_format_id, hour_cycle } =
    toSettingsChoices(settings)
  return { interface_language_code, timezone_name, date_format_id, hour_cycle }
}

function reloadInLocale(locale: Locale): void {
  setLocaleCookie(locale)
  location.assign(paths.inLocale(locale, location.pathname))
}

/** The empty option is the browser's own format. */
const orBrowser = { setValueAs: (value: string) => value || null }

export function Preferences({ settings }: { settings: SettingsView }) {
  const [store] = useState(() => getSharedSettingsStore(settings))
  const [defaults] = useState(() => toFormValues(settings))
  const [isUnchanged, setIsUnchanged] = useState(false)
  const form = useValidatedForm<PreferencesFormValues>({
    schema: SettingsInput,
    defaults,
    async send(values) {
      const { interface_language_code: previousLanguage } = store.$settings.get()
      const outcome = await store.save(values)
      setIsUnchanged(outcome === 'unchanged')
      const { interface_language_code: after } = store.$settings.get()
      if (previousLanguage !== after) reloadInLocale(after)
    },
  })
  const { fieldOf, submit, errorOf, isBusy, isSending, watch, setValue, trigger } = form
  const zone = watch('timezone_name')
  function chooseZone(next: string | null): void {
    setValue('timezone_name', next, { shouldDirty: true })
  }
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <BrowserFormatOffer store={store} onUse={() => setValue('date_format_id', null)} />
      <SelectField
        label={m.profile_language()}
        choices={localeChoices()}
        {...fieldOf('interface_language_code')}
      />
      <TimeZoneField
        error={errorOf('timezone_name')}
        zone={zone ?? settings.email_time_zone}
        onZone={chooseZone}
        onLeave={() => void trigger('timezone_name')}
      />
      {zone !== null && (
        <BrowserZoneButton className="profile-browser-zone" onUse={() => chooseZone(null)} />
      )}
      <SelectField
        label={m.profile_date_format()}
        none={m.settings_as_browser()}
        choices={toFormatChoices(dateFormats)}
        {...fieldOf('date_format_id', orBrowser)}
      />
      <SelectField
        label={m.profile_hour_cycle()}
        none={m.settings_as_browser()}
        choices={toFormatChoices(hourCycles)}
        {...fieldOf('hour_cycle', orBrowser)}
      />
      <SaveRow {...{ isBusy, isSending, isUnchanged }}>{m.save()}</SaveRow>
    </form>
  )
}

type BrowserFormatOfferProps = { store: SettingsStore; onUse: () => void }

/** Once, for a format that may have come with the welcome rather than by choice. */
function BrowserFormatOffer({ store, onUse }: BrowserFormatOfferProps) {
  const { is_browser_format_offered } = useStore(store.$settings)
  const isBusy = useStore(store.$isBusy)
  if (!is_browser_format_offered) return null
  async function takeBrowserFormat(): Promise<void> {
    if ((await store.save({ date_format_id: null })) === 'saved') onUse()
  }
  return (
    <div className="notice stack">
      <p>{m.settings_browser_format_offer()}</p>
      <div className="row">
        <Button
          label={m.settings_as_browser()}
          isSmall
          disabled={isBusy}
          onClick={() => void takeBrowserFormat()}
        />
        <Button
          label={m.settings_browser_format_keep()}
          look="quiet"
          isSmall
          disabled={isBusy}
          onClick={() => void store.save({ is_browser_format_offered: false })}
        />
      </div>
    </div>
  )
}
