import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'

type Props = {
  id: number
  name: string
  count: number
  locale: Locale
  /** Undefined without an hour: nothing reminds of it. */
  start: string | undefined
  /** What the server knows, on a page of the person’s own. */
  isHyped?: boolean
}

/** The page's script owns state and count of all hype buttons, so React does not update them. */
export function HypeButton({ id, name, count, locale, start, isHyped = false }: Props) {
  return (
    <button
      type="button"
      className="hype hype-short"
      data-hype-event={id}
      data-count={count}
      data-hype-at={start}
      aria-pressed={isHyped}
      suppressHydrationWarning
    >
      <span className="bolt" />
      <span data-hype-count="" suppressHydrationWarning>
        {formatCount(count, locale)}
      </span>
      <span className="hype-word">
        <span className="hype-off">{m.hype_off()}</span>
        <span className="hype-on">{m.hype_on()}</span>
      </span>
      <span className="visually-hidden">{name}</span>
    </button>
  )
}
