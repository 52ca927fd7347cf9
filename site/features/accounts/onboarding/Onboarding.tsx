import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useEffect } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { FollowedChannels } from '#site/features/accounts/followed-channels/FollowedChannels.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { m } from '#site/lib/messages.ts'
import type { FollowedChannel } from '#worker/features/directory/followed-channels/contract.ts'
import { languageTags, type Locale, type AcceptedLocale } from '#worker/locale/locales.ts'
import {
  lastOnboardingStep,
  type OnboardingStore,
  type OnboardingStep,
} from './onboarding.store.ts'
import { Suggestions } from './Suggestions.tsx'
import { onboardingErrorMessages, onboardingStepMessages } from './onboarding-labels.ts'
import { dateFormats, toFormatChoices, localeChoices } from '#site/lib/labels.ts'
import { OptionTabs } from '#site/ui/fields/OptionTabs.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { TimeZoneField } from '#site/ui/fields/TimeZoneInput.tsx'
import { isTimeZone } from '#worker/contracts/time.ts'

type Props = {
  store: OnboardingStore
  /** The page's language, until the first step has saved another. */
  $locale: ReadableAtom<Locale>
  hasTwitch: boolean
  onImported: (channels: FollowedChannel[]) => void
}

function findOnboardingElement(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.onboarding ${selector}`)
}

export function Onboarding({ store, $locale, hasTwitch, onImported }: Props) {
  const locale = useStore($locale)
  const { step, isLoading, error } = useStore(store.$state)
  const { title, text, button } = onboardingStepMessages[step]
  // Screen readers and the keyboard start each step at its title.
  useEffect(() => {
    findOnboardingElement('h2')?.focus()
    findOnboardingElement('.onboarding-body')?.scrollTo({ top: 0 })
  }, [step])
  // A button loses the focus when a call disables it.
  useEffect(() => {
    if (!isLoading && document.activeElement === document.body)
      findOnboardingElement('[type="submit"]')?.focus()
  }, [isLoading])
  return (
    <Dialog
      title={title({}, { locale })}
      className="onboarding"
      locale={locale}
      isClosable={!isLoading}
      hasFocusableTitle
      onClose={() => void store.close()}
    >
      {step > 0 && <Progress step={step} locale={locale} />}
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (step === lastOnboardingStep ? store.finish() : store.next())
        }}
      >
        <div className="onboarding-body">
          <p className="quiet">{text({}, { locale })}</p>
          <Failure text={error ? onboardingErrorMessages[error]({}, { locale }) : ''} />
          {step === 0 && <SettingsStep store={store} />}
          {step === 1 && hasTwitch && (
            <FollowedChannels locale={locale} anchor="" onFollowed={onImported} />
          )}
          {step === lastOnboardingStep && <ListingSwitch {...{ store, locale }} />}
          {step > 0 && (
            <Suggestions
              key={step}
              {...{ store, locale }}
              kind={step === 1 ? 'streamers' : 'games'}
            />
          )}
        </div>
        <footer role="none">
          {step > 1 && (
            <Button
              label={m.onboarding_back({}, { locale })}
              className="onboarding-back"
              disabled={isLoading}
              onClick={() => void store.back()}
            />
          )}
          <Button
            label={m.onboarding_skip({}, { locale })}
            look="quiet"
            disabled={isLoading}
            onClick={() => void store.skip()}
          />
          <SubmitButton isBusy={isLoading} isSending={isLoading}>
            {button({}, { locale })}
          </SubmitButton>
        </footer>
      </form>
    </Dialog>
  )
}

function Progress({ step, locale }: { step: OnboardingStep; locale: Locale }) {
  const share = (step - 1) / (lastOnboardingStep - 1)
  const label = m.onboarding_step({ step, total: lastOnboardingStep }, { locale })
  const percentage = new Intl.NumberFormat(languageTags[locale], { style: 'percent' })
  return (
    <p className="onboarding-progress">
      <span>{label}</span>
      <progress max={1} value={share} aria-label={label} />
      <span>{percentage.format(share)}</span>
    </p>
  )
}

function ListingSwitch({
  store: { $isListed },
  locale,
}: {
  store: OnboardingStore
  locale: Locale
}) {
  const isListed = useStore($isListed)
  if (isListed === undefined) return null
  return (
    <Switch
      label={m.leaderboard_switch({}, { locale })}
      hint={m.leaderboard_switch_hint({}, { locale })}
      isOn={isListed}
      onTurn={(isOn) => $isListed.set(isOn)}
    />
  )
}

function SettingsStep({ store: { $state, $choices } }: { store: OnboardingStore }) {
  const choices = useStore($choices)
  const { interface_language_code, timezone_name: zone, date_format_id } = choices
  const isZoneRefused = useStore($state).error !== undefined && !isTimeZone(zone)
  const known = [
    localeChoices().find(({ value }) => value === interface_language_code)?.label,
    zone.split('/').at(-1)?.replaceAll('_', ' '),
    dateFormats.find(({ id }) => id === date_format_id)?.example,
  ]
  return (
    <>
      <details className="onboarding-known" open={isZoneRefused || undefined}>
        <summary>
          <span>{known.join(' · ')}</span>
          <span className="onboarding-change">{m.onboarding_change()}</span>
        </summary>
        <div className="onboarding-settings">
          <SelectField
            label={m.profile_language()}
            choices={localeChoices()}
            field={{
              value: interface_language_code,
              onChange: ({ target }) =>
                $choices.setKey('interface_language_code', target.value as AcceptedLocale),
            }}
          />
          <TimeZoneField
            error={isZoneRefused ? m.validation_time_zone() : undefined}
            zone={zone}
            onZone={(chosen) => $choices.setKey('timezone_name', chosen)}
          />
          <OptionTabs
            label={m.profile_date_format()}
            choices={toFormatChoices(dateFormats)}
            value={date_format_id}
            onChoice={(chosen) => {
              $choices.setKey('date_format_id', chosen)
              $choices.setKey('untouched', undefined)
            }}
          />
        </div>
      </details>
      <Switch
        label={m.marketing_title()}
        hint={m.marketing_hint()}
        isOn={choices.is_marketing}
        onTurn={(isOn) => $choices.setKey('is_marketing', isOn)}
      />
    </>
  )
}
