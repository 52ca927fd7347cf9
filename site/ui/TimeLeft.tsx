import { getLocale } from '#messages/runtime'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { formatDayDistance, formatDistance, localDay } from '#site/lib/time/time-text.ts'

type Props = {
  at: string
  /** Of an event without an hour: only its day, the organiser's, is known. */
  dayIn?: string | undefined
}

/** How far away it is: `in 3 h`, kept right by the page, or beyond a day `In 5 days`. */
export function TimeLeft({ at, dayIn }: Props) {
  const isHydrated = useIsHydrated()
  const neutral = { tag: getLocale(), timeZone: 'UTC', now: Date.now() }
  const reader = isHydrated ? currentTimeContext() : neutral
  const instant = Date.parse(at)
  const near = dayIn ? undefined : formatDistance(instant, reader)
  const day = localDay(instant, dayIn ? { ...reader, timeZone: dayIn } : reader)
  return (
    <time
      dateTime={at}
      data-time-format={near === undefined ? undefined : 'distance'}
      suppressHydrationWarning
    >
      {near ?? formatDayDistance(day, reader)}
    </time>
  )
}
