import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { Dialog } from '#site/ui/Dialog.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { gameName } from '#site/lib/game-name.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { CardGrid, type Card } from './CardGrid.tsx'
import {
  fieldsByStep,
  lastOnboardingStep,
  type OnboardingStore,
  type Step,
  type FollowableKind,
} from './onboarding.store.ts'
import { SettingsStep } from './SettingsStep.tsx'
import { truncateName, errorText, stepLabels } from './onboarding-labels.ts'

type Props = {
  store: OnboardingStore
  /** The language of the page, until the first step has saved another. */
  locale: Locale
  /** Above the streamers: the import of channels followed on Twitch. */
  streamerImport?: ReactNode
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.onboarding ${selector}`)
}

export function Onboarding({ store, locale, streamerImport }: Props) {
  const { step, isLoading, error } = useStore(store.$state)
  const words = stepLabels(step, locale)
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
      title={words.title}
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
          <p className="quiet">{words.text}</p>
          <Failure text={errorText(error, locale)} />
          {step === 0 && <SettingsStep store={store} isRefused={error !== undefined} />}
          {step === 1 && streamerImport}
          {step === 1 && <Streamers store={store} locale={locale} />}
          {step === 2 && <Games store={store} locale={locale} />}
        </div>
        <footer role="none">
          {step > 1 && (
            <button
              type="button"
              className="button onboarding-back"
              disabled={isLoading}
              onClick={() => void store.back()}
            >
              {m.onboarding_back({}, { locale })}
            </button>
          )}
          <button
            type="button"
            className="button button-quiet"
            disabled={isLoading}
            onClick={() => void store.skip()}
          >
            {m.onboarding_skip({}, { locale })}
          </button>
          <SubmitButton isBusy={isLoading} isSending={isLoading}>
            {words.button}
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

type ListProps = { store: OnboardingStore; locale: Locale }

function Streamers(props: ListProps) {
  const { popularStreamers } = useStore(props.store.$state)
  return (
    <Suggestions
      {...props}
      target="streamers"
      title={m.onboarding_streamers_title({}, { locale: props.locale })}
      none={m.onboarding_streamers_none({}, { locale: props.locale })}
      isRound
      cards={popularStreamers.map(({ id, display_name, name, avatar_path }) => ({
        id,
        name: display_name,
        shownName: display_name,
        handle: name,
        picture: paths.media(avatar_path),
      }))}
    />
  )
}

function Games(props: ListProps) {
  const { popularGames } = useStore(props.store.$state)
  return (
    <Suggestions
      {...props}
      target="games"
      title={m.onboarding_games_title({}, { locale: props.locale })}
      none={m.onboarding_games_none({}, { locale: props.locale })}
      cards={popularGames.map((game) => {
        const name = gameName(game, props.locale)
        const { id, thumbnail_url: picture } = game
        return { id, name, shownName: truncateName(name), picture }
      })}
    />
  )
}

type SuggestionsProps = ListProps & {
  target: FollowableKind
  title: string
  /** Shown when there are no cards. */
  none: string
  isRound?: boolean
  cards: Omit<Card, 'isSelected' | 'isPending'>[]
}

function Suggestions({ store, target, none, cards, ...rest }: SuggestionsProps) {
  const { isLoading, error, ...state } = useStore(store.$state)
  const pending = useStore(store.$pending)
  const { selected, kind } = fieldsByStep[target]
  return (
    <CardGrid
      {...rest}
      cards={cards.map((card) => ({
        ...card,
        isSelected: state[selected].includes(card.id),
        isPending: pending.has(`${kind}-${card.id}`),
      }))}
      isLoading={isLoading}
      none={
        error ? (
          <TryAgainButton locale={rest.locale} onPress={() => void store.load(target)} />
        ) : (
          none
        )
      }
      onToggle={(id) => void store.toggle(target, id)}
    />
  )
}

function TryAgainButton({ locale, onPress }: { locale: Locale; onPress: () => void }) {
  return (
    <button type="button" className="button" onClick={onPress}>
      {m.try_again({}, { locale })}
    </button>
  )
}
