import { HypeButton as Button } from '#site/features/hype/HypeButton.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { canBeHyped, type CalendarItem } from './entries.ts'

type Props = { item: CalendarItem; locale: Locale }

/** The button, or what became of the hype of an event that can have no more. */
export function HypeButton({ item, locale }: Props) {
  const { id, name, hypeCount, fixed, startAt } = item
  if (!canBeHyped(item)) {
    return hypeCount > 0 && <FinalCount count={hypeCount} shown={formatCount(hypeCount, locale)} />
  }
  const start = fixed ? undefined : new Date(startAt).toISOString()
  return <Button {...{ id, name, locale, start }} count={hypeCount} />
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
