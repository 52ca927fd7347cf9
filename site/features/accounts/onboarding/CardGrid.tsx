import { useState, type ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'

export type Card = {
  id: number
  /** In full. */
  name: string
  shownName: string
  handle?: string
  picture: string
  isSelected: boolean
  isPending: boolean
}

type GridProps = {
  title: string
  cards: Card[]
  locale: Locale
  isLoading: boolean
  isRound?: boolean
  /** Shown when there are no cards. */
  none: ReactNode
  onToggle: (id: number) => void
}

/** Cards to follow with a press, and the count of followed ones. */
export function CardGrid({ title, cards, locale, isLoading, isRound, none, onToggle }: GridProps) {
  if (cards.length === 0) {
    return (
      <div className="onboarding-none" role="status" aria-busy={isLoading}>
        {isLoading ? (
          <>
            <span className="onboarding-spinner" aria-hidden="true" />
            {m.loading({}, { locale })}
          </>
        ) : (
          none
        )}
      </div>
    )
  }
  const count = cards.filter(({ isSelected }) => isSelected).length
  return (
    <>
      <p className="onboarding-count" role="status">
        {m.onboarding_selected({ count }, { locale })}
      </p>
      <ul className="onboarding-grid" aria-label={title}>
        {cards.map((card) => (
          <li key={card.id}>
            <CardButton card={card} isRound={isRound} onToggle={() => onToggle(card.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

type ButtonProps = { card: Card; isRound: boolean | undefined; onToggle: () => void }

function CardButton({ card, isRound, onToggle }: ButtonProps) {
  const { name, shownName, handle, picture, isSelected, isPending } = card
  return (
    <button
      type="button"
      className="onboarding-card"
      title={shownName === name ? undefined : name}
      aria-pressed={isSelected}
      aria-busy={isPending || undefined}
      onClick={onToggle}
    >
      <Picture src={picture} name={name} isRound={isRound} />
      <span className="onboarding-name" aria-hidden={shownName !== name || undefined}>
        {shownName}
      </span>
      {shownName !== name && <span className="visually-hidden">{name}</span>}
      {handle && <span className="onboarding-handle">@{handle}</span>}
    </button>
  )
}

type PictureProps = { src: string; name: string; isRound: boolean | undefined }

/** A missing or broken picture is replaced by the first letter. */
function Picture({ src, name, isRound }: PictureProps) {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <span className="onboarding-picture" data-round={isRound || undefined} aria-hidden="true">
      {hasFailed ? (
        <span className="display">{[...name][0]?.toUpperCase()}</span>
      ) : (
        <img src={src} alt="" width={96} height={96} onError={() => setHasFailed(true)} />
      )}
    </span>
  )
}
