import { getLocale } from '#messages/runtime'
import { localDay, type TimeFormatName } from '#site/lib/time/time-text.ts'
import { calendarDay } from './calendar-day.ts'
import { fillMessage } from './html.ts'
import { Markup } from './Markup.tsx'
import { time } from './time.ts'

type Props = {
  at: string
  as?: TimeFormatName
  /** An event without an hour: its day is the organiser's, wherever the reader is. */
  dayIn?: string | undefined
  /** The start that `at` ends. */
  from?: string
  /** The message around it. */
  within?: (inputs: { at: string }) => string
}

export function LocalTime({ at, as = 'when', dayIn, from, within }: Props) {
  const page = { locale: getLocale(), ctx: { now: Date.now() } }
  const element = dayIn
    ? calendarDay(page, { day: localDay(Date.parse(at), { timeZone: dayIn }) })
    : time(page, { at, as, from })
  return <Markup html={within ? fillMessage(within, element) : element} />
}
