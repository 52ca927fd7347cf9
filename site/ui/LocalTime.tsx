import { getLocale } from '#messages/runtime'
import { localDay, type TimeFormatName } from '#site/lib/time/time-text.ts'
import { calendarDay } from './calendar-day.ts'
import { Markup } from './Markup.tsx'
import { time } from './time.ts'

type Props = {
  at: string
  as?: TimeFormatName
  /** An event without an hour: its day is the organiser's, wherever the reader is. */
  dayIn?: string | undefined
  /** The start that `at` ends. */
  from?: string
}

export function LocalTime({ at, as = 'when', dayIn, from }: Props) {
  const locale = getLocale()
  const page = { locale, ctx: { now: Date.now() } }
  if (!dayIn) return <Markup html={time(page, { at, as, from })} />
  const day = localDay(Date.parse(at), { timeZone: dayIn })
  return <Markup html={calendarDay(page, { day })} />
}
