import * as v from 'valibot'
import { CalendarFeedId } from '#worker/contracts/ids.ts'
import { integerParam, limitParam, listParam } from '#worker/contracts/pagination.ts'
import { Instant } from '#worker/contracts/time.ts'
import { Locale } from '#worker/contracts/locale.ts'
import { EventCountQuery } from '#worker/features/events/contract.ts'
import { subscribableFilterNames } from '#worker/features/events/filters/contract.ts'

const Lang = v.optional(Locale, 'en')

export const FeedQuery = v.object({
  ...v.pick(EventCountQuery, subscribableFilterNames as [(typeof subscribableFilterNames)[number]])
    .entries,
  limit: limitParam(200, '200'),
  lang: Lang,
})
export type FeedQuery = v.InferOutput<typeof FeedQuery>

export function eventCalendarPath({ slug }: { slug: string }, locale: Locale): string {
  return `/feeds/events/${slug}.ics${locale === 'en' ? '' : `?lang=${locale}`}`
}

export const LanguageQuery = v.object({ lang: Lang })

export const SubscriptionLinks = v.object({
  https: v.string(),
  webcal: v.string(),
  google: v.string(),
})
export type SubscriptionLinks = v.InferOutput<typeof SubscriptionLinks>

export function buildSubscriptionLinks(https: string): SubscriptionLinks {
  const webcal = https.replace(/^https?:/, 'webcal:')
  const google = `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`
  return { https, webcal, google }
}

export const CalendarFeedScope = v.picklist(['hyped', 'followed', 'both'])
export type CalendarFeedScope = v.InferOutput<typeof CalendarFeedScope>

export const CalendarFeedInput = v.object({ scope: CalendarFeedScope })
export type CalendarFeedInput = v.InferOutput<typeof CalendarFeedInput>

export const CalendarFeedView = v.object({
  id: CalendarFeedId,
  scope: CalendarFeedScope,
  created_at: Instant,
  /** To the hour. */
  last_used_at: v.nullable(Instant),
  /** Null where the address can't be read again: it works, but only a new one can be copied. */
  links: v.nullable(SubscriptionLinks),
})
export type CalendarFeedView = v.InferOutput<typeof CalendarFeedView>

export const CalendarFeedsView = v.object({ items: v.array(CalendarFeedView) })
export type CalendarFeedsView = v.InferOutput<typeof CalendarFeedsView>

const mostAlarms = 5
const longestAlarmMinutes = 40_320

/** Minutes before the start, the earliest first and each once. */
const Alarms = v.pipe(
  listParam(v.pipe(integerParam(5), v.maxValue(longestAlarmMinutes))),
  v.maxLength(mostAlarms),
  v.transform((minutes) => [...new Set(minutes)].toSorted((a, b) => b - a)),
)

export const PersonalFeedQuery = v.object({
  alarm: v.optional(Alarms, []),
  lang: v.optional(Locale),
})
export type PersonalFeedQuery = v.InferOutput<typeof PersonalFeedQuery>
