import * as v from 'valibot'
import { Category } from '#worker/contracts/enumerations.ts'
import { Locale } from '#worker/contracts/locale.ts'
import { pageQueryEntries } from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { TimeZone } from '#worker/contracts/time.ts'
import { EventSummary } from '#worker/features/events/contract.ts'
import { GameSummary } from '#worker/features/directory/games/contract.ts'
import { GroupSummary } from '#worker/features/directory/groups/contract.ts'
import { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'

export const SearchType = v.picklist(['event', 'group', 'game', 'streamer'])
export type SearchType = v.InferOutput<typeof SearchType>

const SearchTypes = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => [value].flat().flatMap((one) => one.split(','))),
  v.array(SearchType),
  v.minLength(1),
  v.maxLength(50),
)

export const SearchQuery = v.object({
  q: v.optional(text(0, 200), ''),
  types: v.optional(SearchTypes, [...SearchType.options]),
  limit: pageQueryEntries.limit,
  /** Words for days are understood in it, besides English; the days are those of the zone `tz`. */
  locale: v.optional(Locale, 'en'),
  tz: v.optional(TimeZone, 'UTC'),
})
export type SearchQuery = v.InferOutput<typeof SearchQuery>

/** A series is one hit: its next date, with how many are to come; null for other events. */
export const EventHit = v.object({
  ...EventSummary.entries,
  upcoming_dates: v.nullable(v.number()),
})
export type EventHit = v.InferOutput<typeof EventHit>

/** The night or the day, `2027-03-27`, that the words name. */
export const SearchedDay = v.object({
  range: v.picklist(['tonight', 'day']),
  day: v.pipe(v.string(), v.isoDate()),
})
export type SearchedDay = v.InferOutput<typeof SearchedDay>

export const SearchView = v.object({
  when: v.nullable(SearchedDay),
  category: v.nullable(Category),
  events: v.array(EventHit),
  groups: v.array(GroupSummary),
  games: v.array(GameSummary),
  streamers: v.array(StreamerSummary),
})
export type SearchView = v.InferOutput<typeof SearchView>
