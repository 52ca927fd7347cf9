import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import type { ConsentChoice } from '#site/features/accounts/consent/consent.store.ts'
import { chooseTheme, readCurrentTheme, type Theme } from '#site/ui/theme/theme.ts'
import { BrowserZoneButton, TimeZoneField } from '#site/ui/fields/TimeZoneInput.tsx'
import type { DisplayChoicesStore } from '#site/lib/display/display-choices.store.ts'
import {
  dateFormats,
  toFormatChoices,
  hourCycles,
  localeChoices,
  toLabeledChoices,
} from '#site/lib/labels.ts'
import { Dialog } from '#site/ui/Dialog.tsx'
import { OptionTabs } from '#site/ui/fields/OptionTabs.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { readBrowserZone } from '#site/lib/time/wall-clock.ts'
import { m } from '#site/lib/messages.ts'
import { isTimeZone } from '#worker/contracts/time.ts'
import type { AcceptedLocale, Locale } from '#worker/locale/locales.ts'
import { DisplayFields } from './DisplayFields.tsx'
import type { TimePreferencesStore } from './time-preferences.store.ts'

type Props = {
  preferences: TimePreferencesStore
  display: DisplayChoicesStore
  isForDisplay: boolean
  /** Undefined before a choice. */
  cookieChoice: ConsentChoice | undefined
  onCookies: () => void
  onClose: () => void
}

const themeNames: Record<Theme, () => string> = {
  system: m.theme_system,
  light: m.theme_light,
  dark: m.theme_dark,
}

/** Every choice holds at once: there is nothing to save. */
export function SettingsDialog({ preferences, display, isForDisplay, onClose, ...cookies }: Props) {
  useEffect(() => {
    const heading = isForDisplay ? document.querySelector<HTMLElement>('#settings-display') : null
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [isForDisplay])
  return (
    <Dialog title={m.settings_title()} onClose={onClose} className="settings-dialog">
      <div className="stack">
        <LocaleField preferences={preferences} />
        <ThemeField />
        <ZoneField preferences={preferences} />
        <FormatFields preferences={preferences} />
        <DisplayFields display={display} />
        <CookieChoice {...cookies} />
      </div>
      <footer role="none">
        <Button label={m.settings_done()} look="primary" onClick={onClose} />
      </footer>
    </Dialog>
  )
}

function LocaleField({ preferences }: { preferences: TimePreferencesStore }) {
  const [locale, setLocale] = useState<Locale>(getLocale)
  async function choose(next: AcceptedLocale): Promise<void> {
    setLocale(next)
    if (!(await preferences.changeLocale(next))) setLocale(getLocale())
  }
  return (
    <SelectField
      label={m.language_label()}
      choices={localeChoices()}
      field={{
        value: locale,
        onChange: ({ target }) => void choose(target.value as AcceptedLocale),
      }}
    />
  )
}

function FormatFields({ preferences }: { preferences: TimePreferencesStore }) {
  const { dateFormat, hourCycle } = useStore(preferences.$preferences)
  return (
    <div className="settings-formats">
      <FormatField
        label={m.profile_date_format()}
        formats={dateFormats}
        value={dateFormat}
        onChoice={(chosenOption) => void preferences.changeTimes({ dateFormat: chosenOption })}
      />
      <FormatField
        label={m.profile_hour_cycle()}
        formats={hourCycles}
        value={hourCycle}
        onChoice={(chosenOption) => void preferences.changeTimes({ hourCycle: chosenOption })}
      />
    </div>
  )
}

type FormatFieldProps<Id extends string> = {
  label: string
  formats: readonly { id: Id; example: string }[]
  value: Id | undefined
  onChoice: (chosenOption: Id | undefined) => void
}

function FormatField<Id extends string>({ label, formats, value, onChoice }: FormatFieldProps<Id>) {
  return (
    <SelectField
      label={label}
      none={m.settings_as_browser()}
      choices={toFormatChoices(formats)}
      field={{
        value: value ?? '',
        onChange: ({ target }) => onChoice(formats.find(({ id }) => id === target.value)?.id),
      }}
    />
  )
}

function ThemeField() {
  const [theme, setTheme] = useState(readCurrentTheme)
  function choose(next: Theme): void {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <OptionTabs
      label={m.theme_label()}
      choices={toLabeledChoices(themeNames)}
      value={theme}
      onChoice={choose}
    />
  )
}

function ZoneField({ preferences }: { preferences: TimePreferencesStore }) {
  const { zone } = useStore(preferences.$preferences)
  return (
    <div className="stack settings-zone">
      <TimeZoneField
        zone={zone ?? readBrowserZone()}
        onZone={(next) => {
          if (isTimeZone(next)) void preferences.changeTimes({ zone: next })
        }}
      />
      {zone !== undefined && (
        <BrowserZoneButton onUse={() => void preferences.changeTimes({ zone: undefined })} />
      )}
    </div>
  )
}

type CookieChoiceProps = Pick<Props, 'cookieChoice' | 'onCookies'>

const cookieChoices: Record<ConsentChoice, () => string> = {
  necessary: m.consent_necessary_chosen,
  functional: m.consent_functional_chosen,
}

function CookieChoice({ cookieChoice, onCookies }: CookieChoiceProps) {
  return (
    <div className="settings-cookies">
      <p>
        <b>{m.consent_title()}</b>
        <span className="quiet">
          {cookieChoice ? cookieChoices[cookieChoice]() : m.consent_not_chosen()}
        </span>
      </p>
      <Button
        label={cookieChoice ? m.settings_change() : m.settings_choose()}
        isSmall
        onClick={onCookies}
      />
    </div>
  )
}
