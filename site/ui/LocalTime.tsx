import { getLocale } from '#messages/runtime'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText, type TimeContext, type TimeForm } from '#site/lib/time/time-text.ts'

type Props = {
  at: string
  as?: TimeForm
  /** Of an event without an hour: its day is the organiser's, wherever the reader is. */
  dayIn?: string | undefined
  /** The start that `at` ends. */
  from?: string
}

/** Neutral in the server's HTML, in the reader's zone from the first paint on. */
export function LocalTime({ at, as = 'when', dayIn, from }: Props) {
  if (dayIn) return <Day at={at} zone={dayIn} />
  const reader = typeof document === 'undefined' ? utcTimeContext() : currentTimeContext()
  return (
    <time dateTime={at} data-time-format={as} data-from={from} suppressHydrationWarning>
      {timeText(as, Date.parse(at), reader, from === undefined ? undefined : Date.parse(from))}
    </time>
  )
}

function Day({ at, zone }: { at: string; zone: string }) {
  const reader = useIsHydrated() ? currentTimeContext() : utcTimeContext()
  return (
    <time dateTime={at}>{timeText('date', Date.parse(at), { ...reader, timeZone: zone })}</time>
  )
}

function utcTimeContext(): TimeContext {
  return { tag: getLocale(), timeZone: 'UTC', now: Date.now() }
}
