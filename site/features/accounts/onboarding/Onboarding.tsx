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
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { lastOnboardingStep, type OnboardingStore, type Step } from './onboarding.store.ts'
import { SettingsStep } from './SettingsStep.tsx'
import { Suggestions } from './Suggestions.tsx'
import { errorMessages, stepMessages } from './onboarding-labels.ts'

type Props = {
  store: OnboardingStore
  /** The language of the page, until the first step has saved another. */
  $locale: ReadableAtom<Locale>
  /** Channels followed there can be imported. */
  hasTwitch: boolean
  onImported: (channels: FollowedChannel[]) => void
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.onboarding ${selector}`)
}

export function Onboarding({ store, $locale, hasTwitch, onImported }: Props) {
  const locale = useStore($locale)
  const { step, isLoading, error } = useStore(store.$state)
  const { title, text, button } = stepMessages[step]
  // Screen readers and the keyboard start each step at its title.
  useEffect(() => {
    find('h2')?.focus()
    find('.onboarding-body')?.scrollTo({ top: 0 })
  }, [step])
  // A button loses the focus when a call disables it.
  useEffect(() => {
    if (!isLoading && document.activeElement === document.body) find('[type="submit"]')?.focus()
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
          <Failure text={error ? errorMessages[error]({}, { locale }) : ''} />
          {step === 0 && <SettingsStep store={store} />}
          {step === 1 && hasTwitch && (
            <FollowedChannels locale={locale} anchor="" onFollowed={onImported} />
          )}
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

function Progress({ step, locale }: { step: Step; locale: Locale }) {
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
