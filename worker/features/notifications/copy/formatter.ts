import { m } from '#messages'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import type { HourCycle } from '#worker/features/accounts/contract.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'
import { dateFormat } from '#worker/locale/date-formats.ts'

/** How a channel writes to one person. */
export type ChannelFormatter = {
  locale: Locale
  /** An instant as the reader's clock shows it; with how long until then where it is to come. */
  time: (at: number, isToCome: boolean) => string
  /** A start at the head of a title, as short as it is clear. */
  shortTime: (at: number) => string
  /** In another zone than the reader's for a day without an hour. */
  day: (at: number, timeZone?: string) => string
  timeOfDay: (at: number) => string
  /** In which times are written; null where each reader sees their own. */
  timeZone: string | null
  /** When it is first read; null where that may be at any time. */
  readAt: number | null
  /** Words that somebody typed. */
  quote: (words: string) => string
}

/** How one person has times written; without an hour cycle as the language has it. */
export type TimeFormat = { timeZone: string; hourCycle: HourCycle | null }

/**
 * Times in the reader's language and zone, naming the zone.
 * @param readAt where it is read at once: a start of the same or the next day is then called so
 */
export function plainTextFormatter(
  locale: Locale,
  format: TimeFormat,
  readAt: number | null = null,
): ChannelFormatter {
  const { timeZone } = format
  const hourCycle = format.hourCycle ?? undefined
  const write = (at: number, style: Intl.DateTimeFormatOptions, zone = timeZone) =>
    dateFormat(languageTags[locale], { ...style, timeZone: zone, hourCycle }).format(at)
  return {
    locale,
    timeZone,
    readAt,
    time: (at) => `${write(at, { dateStyle: 'full', timeStyle: 'short' })} (${timeZone})`,
    shortTime: (at) =>
      m.notification_day_time(
        {
          day:
            relativeDay(at, { locale, timeZone, readAt }) ??
            write(at, { weekday: 'short', day: 'numeric', month: 'short' }),
          time: write(at, { timeStyle: 'short' }),
          hour: Number(write(at, { hour: 'numeric' }).replace(/\D/g, '')),
        },
        { locale },
      ),
    day: (at, zone) => write(at, { weekday: 'long', day: 'numeric', month: 'long' }, zone),
    timeOfDay: (at) => write(at, { timeStyle: 'short' }),
    quote: (words) => words,
  }
}

type DayContext = { locale: Locale; timeZone: string; readAt: number | null }

/** "Today" or "Tomorrow" in the reader's language; undefined for any other day. */
function relativeDay(at: number, { locale, timeZone, readAt }: DayContext): string | undefined {
  if (readAt === null) return undefined
  const away = dayNumber(at, timeZone) - dayNumber(readAt, timeZone)
  if (away !== 0 && away !== 1) return undefined
  const tag = languageTags[locale]
  const day = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(away, 'day')
  return day.charAt(0).toLocaleUpperCase(tag) + day.slice(1)
}

/** Of the calendar day in a zone; numbers of successive days follow one another. */
function dayNumber(at: number, timeZone: string): number {
  const date = dateFormat('en-CA', { dateStyle: 'short', timeZone }).format(at)
  return Date.parse(date) / 86_400_000
}

/** Discord shows times in the zone of whoever reads; what was typed must not become formatting or a link. */
export function discordFormatter(locale: Locale, readAt: number | null = null): ChannelFormatter {
  return {
    locale,
    timeZone: null,
    readAt,
    time: (at, isToCome) =>
      isToCome ? `${discordTime(at, 'F')} (${discordTime(at, 'R')})` : discordTime(at, 'F'),
    shortTime: (at) => discordTime(at, 'R'),
    day: (at) => discordTime(at, 'D'),
    timeOfDay: (at) => discordTime(at, 't'),
    quote: (words) => words.replace(/[\\*_~|`>#[\]()<@:-]/g, '\\$&'),
  }
}

function discordTime(at: number, style: 'F' | 'R' | 'D' | 't'): string {
  return `<t:${Math.floor(at / 1000)}:${style}>`
}

type Moment = { at: number; certainty: TimeCertainty; timeZone: string; isToCome: boolean }

/** A day without an hour is the organiser's, the same day for every reader. */
export function formatDateTime(formatter: ChannelFormatter, moment: Moment): string {
  const { at, certainty, timeZone, isToCome } = moment
  const { locale } = formatter
  if (certainty === 'exact') return formatter.time(at, isToCome)
  const day = dateFormat(languageTags[locale], { dateStyle: 'full', timeZone }).format(at)
  return certainty === 'tba' && isToCome ? m.notification_probable_day({ day }, { locale }) : day
}
