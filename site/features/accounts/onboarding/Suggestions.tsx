import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { gameName } from '#site/lib/game-name.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { onboardingStepMessages, truncateName } from './onboarding-labels.ts'
import {
  fieldNamesByKind,
  type FollowableKind,
  type OnboardingState,
  type OnboardingStore,
} from './onboarding.store.ts'

type SuggestionCard = {
  id: number
  /** In full. */
  name: string
  shownName: string
  handle?: string
  picture: string
}

function toSuggestionCards(
  kind: FollowableKind,
  state: OnboardingState,
  locale: Locale,
): SuggestionCard[] {
  if (kind === 'streamers') {
    return state.popularStreamers.map(({ id, display_name, name, avatar_path }) => ({
      id,
      name: display_name,
      shownName: display_name,
      handle: name,
      picture: paths.media(avatar_path),
    }))
  }
  return state.popularGames.map((game) => {
    const name = gameName(game, locale)
    return { id: game.id, name, shownName: truncateName(name), picture: game.thumbnail_url }
  })
}

const emptyTexts: Record<FollowableKind, typeof m.onboarding_games_none> = {
  streamers: m.onboarding_streamers_none,
  games: m.onboarding_games_none,
}

type Props = { store: OnboardingStore; locale: Locale; kind: FollowableKind }

export function Suggestions({ store, locale, kind }: Props) {
  const state = useStore(store.$state)
  const pending = useStore(store.$pending)
  const { selected, key } = fieldNamesByKind[kind]
  const cards = toSuggestionCards(kind, state, locale)
  if (cards.length === 0) return <NoSuggestions {...{ store, locale, kind }} />
  return (
    <>
      <p className="onboarding-count" role="status">
        {m.onboarding_selected({ count: state[selected].length }, { locale })}
      </p>
      <ul
        className="onboarding-grid"
        aria-label={onboardingStepMessages[state.step].title({}, { locale })}
      >
        {cards.map((card) => (
          <li key={card.id}>
            <button
              type="button"
              className="onboarding-card"
              title={card.shownName === card.name ? undefined : card.name}
              aria-pressed={state[selected].includes(card.id)}
              aria-busy={pending.has(`${key}-${card.id}`) || undefined}
              onClick={() => void store.toggle(kind, card.id)}
            >
              <CardContent card={card} isRound={kind === 'streamers'} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function NoSuggestions({ store, locale, kind }: Props) {
  const { isLoading, error } = useStore(store.$state)
  return (
    <div className="onboarding-none" role="status" aria-busy={isLoading}>
      {isLoading ? (
        <>
          <span className="onboarding-spinner" aria-hidden="true" />
          {m.loading({}, { locale })}
        </>
      ) : error ? (
        <Button label={m.try_again({}, { locale })} onClick={() => void store.load(kind)} />
      ) : (
        emptyTexts[kind]({}, { locale })
      )}
    </div>
  )
}

function CardContent({ card, isRound }: { card: SuggestionCard; isRound: boolean }) {
  const { name, shownName, handle, picture } = card
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <>
      <span className="onboarding-picture" data-round={isRound || undefined} aria-hidden="true">
        {hasFailed ? (
          <span className="display">{[...name][0]?.toUpperCase()}</span>
        ) : (
          <img src={picture} alt="" width={96} height={96} onError={() => setHasFailed(true)} />
        )}
      </span>
      <span className="onboarding-name" aria-hidden={shownName !== name || undefined}>
        {shownName}
      </span>
      {shownName !== name && <span className="visually-hidden">{name}</span>}
      {handle && <span className="onboarding-handle">@{handle}</span>}
    </>
  )
}
