import { m } from '#messages'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import type { DateFormatId, HourCycle } from '#worker/features/accounts/contract.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { formatLocalDate } from '#worker/contracts/local-date.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'
import { dateFormat, zoneName } from '#worker/locale/date-formats.ts'
import { addFrenchOrdinal, capitalize } from '#worker/locale/date-words.ts'

export type ChannelFormatter = {
  locale: Locale
  /** Says how long until then where the instant is to come. */
  time: (at: number, isToCome: boolean) => string
  /**
   * To begin a title about the next days, which has to be true whenever it is read; null where
   * titles show no times.
   */
  shortTime: (at: number) => string | null
  /** In another zone than the reader's for a day without an hour. */
  day: (at: number, timeZone?: string) => string
  /** Day of the event at its place, the same for every reader. */
  wholeDay: (at: number, timeZone: string) => string
  timeOfDay: (at: number) => string
  /** The name of the zone; null where each reader sees their own. */
  zone: string | null
  quote: (words: string) => string
}

/** "Fri", "27", "Nov", "9:00 PM"; `time` is null for a day without an hour. */
export type Ticket = { weekday: string; day: string; month: string; time: string | null }

export type MailFormatter = ChannelFormatter & { ticket: (at: EventMoment) => Ticket }

/** Null is as the language has it. */
export type TimeFormat = {
  timeZone: string
  hourCycle: HourCycle | null
  dateFormat: DateFormatId | null
}

const longDay = { weekday: 'long', day: 'numeric', month: 'long' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const
/** Beyond these a day would be taken for one of another year, as on pages. */
const yearlessDays = 300

function joinDatePartsInOrder(
  parts: Intl.DateTimeFormatPart[],
  { order, tag }: { order: DateFormatId | null; tag: string },
): string {
  const positions = ['day', 'month', 'year'].map((type) =>
    parts.findIndex((one) => one.type === type),
  )
  const [first = 0, ...others] = positions
    .filter((position) => position >= 0)
    .toSorted((a, b) => a - b)
  const last = others.at(-1) ?? first
  const date = parts.slice(first, last + 1)
  const dateFields = date.filter(({ type }) => type !== 'literal')
  const rankInOrder = ({ type }: Intl.DateTimeFormatPart) => order?.indexOf(type.charAt(0)) ?? 0
  const ordered = dateFields.toSorted((a, b) => rankInOrder(a) - rankInOrder(b))
  // The narrow space before AM is a plain one in what the runtime formats as a whole.
  const toTexts = (some: Intl.DateTimeFormatPart[]) =>
    some.map(({ value }) => value.replaceAll('\u202f', ' '))
  const isNatural = ordered.every((one, index) => one === dateFields[index])
  const middle = isNatural ? toTexts(date).join('') : toTexts(ordered).join(' ')
  const written = addFrenchOrdinal(middle, tag)
  return [...toTexts(parts.slice(0, first)), written, ...toTexts(parts.slice(last + 1))].join('')
}

export function createPlainTextFormatter(
  locale: Locale,
  format: TimeFormat,
  now: number,
): MailFormatter {
  const { timeZone, dateFormat: order } = format
  const tag = languageTags[locale]
  const hourCycle = format.hourCycle ?? undefined
  const write = (at: number, style: Intl.DateTimeFormatOptions, zone = timeZone) => {
    const options = { ...style, timeZone: zone, hourCycle }
    const parts = dateFormat(tag, options).formatToParts(at)
    return joinDatePartsInOrder(parts, { order, tag })
  }
  const dated = (at: number, zone = timeZone): Intl.DateTimeFormatOptions => {
    const [day, today] = [at, now].map((instant) => Date.parse(formatLocalDate(instant, zone)))
    const isFar = Math.abs((day ?? 0) - (today ?? 0)) > yearlessDays * dayMs
    return isFar ? { ...longDay, year: 'numeric' } : longDay
  }
  const writeDay = (at: number, zone?: string) => write(at, dated(at, zone), zone)
  return {
    locale,
    zone: zoneName(timeZone, locale),
    time: (at) => `${write(at, { ...dated(at), ...clock })} (${zoneName(timeZone, locale)})`,
    shortTime(at) {
      const weekday = capitalize(write(at, { weekday: 'short' }))
      const time = write(at, { timeStyle: 'short' })
      const parts = { weekday, day: write(at, { day: 'numeric' }), time }
      return addFrenchOrdinal(m.notification_day_time(parts, { locale }), tag)
    },
    day: writeDay,
    wholeDay: writeDay,
    timeOfDay: (at) => write(at, { timeStyle: 'short' }),
    quote: (words) => words,
    ticket({ at, certainty, timeZone: place }) {
      const isExact = certainty === 'exact'
      const zone = isExact ? timeZone : place
      return {
        weekday: capitalize(write(at, { weekday: 'short' }, zone)),
        day: write(at, { day: 'numeric' }, zone),
        month: write(at, { month: 'short' }, zone),
        time: isExact ? write(at, clock) : null,
      }
    },
  }
}

/** Discord shows times in the reader's zone; typed words must not become formatting or a link. */
export function createDiscordFormatter(locale: Locale): ChannelFormatter {
  return {
    locale,
    zone: null,
    time: (at, isToCome) =>
      isToCome
        ? `${formatDiscordTimestamp(at, 'F')} (${formatDiscordTimestamp(at, 'R')})`
        : formatDiscordTimestamp(at, 'F'),
    shortTime: () => null,
    day: (at) => formatDiscordTimestamp(at, 'D'),
    wholeDay: (at, timeZone) =>
      dateFormat(languageTags[locale], { dateStyle: 'full', timeZone }).format(at),
    timeOfDay: (at) => formatDiscordTimestamp(at, 't'),
    quote: (words) => words.replace(/[\\*_~|`>#[\]()<@:-]/g, '\\$&'),
  }
}

function formatDiscordTimestamp(at: number, style: 'F' | 'R' | 'D' | 't'): string {
  return `<t:${Math.floor(at / 1000)}:${style}>`
}

type EventMoment = { at: number; certainty: TimeCertainty; timeZone: string }
type TimeToDisplay = EventMoment & { isToCome: boolean }

/** A day without an hour is the organiser's, the same day for every reader. */
export function formatDateTime(formatter: ChannelFormatter, moment: TimeToDisplay): string {
  const { at, certainty, timeZone, isToCome } = moment
  const { locale } = formatter
  if (certainty === 'exact') return formatter.time(at, isToCome)
  const day = formatter.wholeDay(at, timeZone)
  return certainty === 'tba' && isToCome ? m.notification_probable_day({ day }, { locale }) : day
}
