import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { canBeHyped, type CalendarItem } from './entries.ts'

type Props = { item: CalendarItem; locale: Locale }

/** The page's script owns state and count of all hype buttons, so React does not update them. */
export function HypeButton({ item, locale }: Props) {
  const { id, name, hypeCount, fixed, startAt } = item
  const count = formatCount(hypeCount, locale)
  if (!canBeHyped(item)) return hypeCount > 0 && <FinalCount count={hypeCount} shown={count} />
  return (
    <button
      type="button"
      className="hype hype-short"
      data-hype-event={id}
      data-count={hypeCount}
      data-hype-at={fixed ? undefined : new Date(startAt).toISOString()}
      aria-pressed="false"
      suppressHydrationWarning
    >
      <span className="bolt" />
      <span data-hype-count="" suppressHydrationWarning>
        {count}
      </span>
      <span className="hype-word">
        <span className="hype-off">{m.hype_off()}</span>
        <span className="hype-on">{m.hype_on()}</span>
      </span>
      <span className="visually-hidden">{name}</span>
    </button>
  )
}

function FinalCount({ count, shown }: { count: number; shown: string }) {
  return (
    <p className="hype-final hype-final-short">
      <span className="bolt" />
      <span className="hype-final-count" aria-hidden="true">
        {shown}
      </span>
      <span className="hype-final-words">{m.hype_count_final({ count, shown })}</span>
    </p>
  )
}
