import { m } from '#messages'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import type { HourCycle } from '#worker/features/accounts/contract.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'

/** How a channel writes to one person. */
export type ChannelFormatter = {
  locale: Locale
  /** An instant as the reader's clock shows it; with how long until then where it is to come. */
  time: (at: number, isToCome: boolean) => string
  /** Words that somebody typed. */
  quote: (words: string) => string
}

/** How one person has times written; without an hour cycle as the language has it. */
export type TimeFormat = { timeZone: string; hourCycle: HourCycle | null }

/** Times in the reader's language and zone, naming the zone. */
export function plainTextFormatter(
  locale: Locale,
  { timeZone, hourCycle }: TimeFormat,
): ChannelFormatter {
  const style = {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
    hourCycle: hourCycle ?? undefined,
  } as const
  return {
    locale,
    time: (at) =>
      `${new Intl.DateTimeFormat(languageTags[locale], style).format(at)} (${timeZone})`,
    quote: (words) => words,
  }
}

/** Discord shows times in the zone of whoever reads; what was typed must not become formatting or a link. */
export function discordFormatter(locale: Locale): ChannelFormatter {
  return {
    locale,
    time: (at, isToCome) => {
      const seconds = Math.floor(at / 1000)
      return isToCome ? `<t:${seconds}:F> (<t:${seconds}:R>)` : `<t:${seconds}:F>`
    },
    quote: (words) => words.replace(/[\\*_~|`>#[\]()<@:-]/g, '\\$&'),
  }
}

type Moment = { at: number; certainty: TimeCertainty; timeZone: string; isToCome: boolean }

/** A day without an hour is the organiser's, the same day for every reader. */
export function formatDateTime(formatter: ChannelFormatter, moment: Moment): string {
  const { at, certainty, timeZone, isToCome } = moment
  const { locale } = formatter
  if (certainty === 'exact') return formatter.time(at, isToCome)
  const day = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'full', timeZone }).format(
    at,
  )
  return certainty === 'tba' && isToCome ? m.notification_probable_day({ day }, { locale }) : day
}
