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
  /** A start of the next days at the head of a title: true whenever it is read. */
  shortTime: (at: number) => string
  /** In another zone than the reader's for a day without an hour. */
  day: (at: number, timeZone?: string) => string
  timeOfDay: (at: number) => string
  /** In which times are written; null where each reader sees their own. */
  timeZone: string | null
  /** Words that somebody typed. */
  quote: (words: string) => string
}

/** How one person has times written; without an hour cycle as the language has it. */
export type TimeFormat = { timeZone: string; hourCycle: HourCycle | null }

/** Times in the reader's language and zone, naming the zone. */
export function plainTextFormatter(locale: Locale, format: TimeFormat): ChannelFormatter {
  const { timeZone } = format
  const hourCycle = format.hourCycle ?? undefined
  const write = (at: number, style: Intl.DateTimeFormatOptions, zone = timeZone) =>
    dateFormat(languageTags[locale], { ...style, timeZone: zone, hourCycle }).format(at)
  return {
    locale,
    timeZone,
    time: (at) => `${write(at, { dateStyle: 'full', timeStyle: 'short' })} (${timeZone})`,
    shortTime: (at) =>
      m.notification_day_time(
        {
          weekday: write(at, { weekday: 'short' }),
          day: write(at, { day: 'numeric' }),
          time: write(at, { timeStyle: 'short' }),
        },
        { locale },
      ),
    day: (at, zone) => write(at, { weekday: 'long', day: 'numeric', month: 'long' }, zone),
    timeOfDay: (at) => write(at, { timeStyle: 'short' }),
    quote: (words) => words,
  }
}

/** Discord shows times in the zone of whoever reads; what was typed must not become formatting or a link. */
export function discordFormatter(locale: Locale): ChannelFormatter {
  return {
    locale,
    timeZone: null,
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
