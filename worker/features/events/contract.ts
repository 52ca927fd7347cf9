import * as v from 'valibot'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { EventId, GameId, GroupId, idParam, StreamerId } from '#worker/contracts/ids.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import {
  BooleanParam,
  listParam,
  pageQueryEntries,
  createPageSchema,
} from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Day, Instant, InstantInput, TimeZone } from '#worker/contracts/time.ts'

export const EventStatus = v.picklist(['pending', 'approved', 'rejected', 'disabled'])
export type EventStatus = v.InferOutput<typeof EventStatus>

export const Phase = v.picklist(['upcoming', 'live', 'past'])
export type Phase = v.InferOutput<typeof Phase>

export const TimeCertainty = v.picklist(['exact', 'date_only', 'tba'])
export type TimeCertainty = v.InferOutput<typeof TimeCertainty>

export const ParticipantView = v.object({
  streamer_id: v.nullable(v.number()),
  display_name: v.string(),
  platform: v.nullable(Platform),
  account: v.nullable(v.string()),
  avatar_path: v.string(),
  /** When they said themselves that they take part; null: they did not. */
  confirmed_at: v.nullable(Instant),
})
export type ParticipantView = v.InferOutput<typeof ParticipantView>

export const ChannelView = v.object({
  streamer_id: v.nullable(v.number()),
  name: v.string(),
  avatar_path: v.string(),
})
export type ChannelView = v.InferOutput<typeof ChannelView>

export const EventGame = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  thumbnail_path: v.string(),
  thumbnail_url: v.string(),
})
export type EventGame = v.InferOutput<typeof EventGame>

export const OnAirView = v.object({
  title: v.string(),
  viewers: v.number(),
  thumbnail_path: v.nullable(v.string()),
  since: Instant,
})
export type OnAirView = v.InferOutput<typeof OnAirView>

export const EventSummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  start: Instant,
  end: Instant,
  timezone: v.string(),
  time_certainty: TimeCertainty,
  phase: Phase,
  status: EventStatus,
  cancelled_at: v.nullable(Instant),
  previous_start: v.nullable(Instant),
  language: ContentLanguage,
  platform: Platform,
  streaming_account_name: v.nullable(v.string()),
  channel: v.nullable(ChannelView),
  watch_urls: v.array(v.string()),
  game: v.nullable(EventGame),
  category: Category,
  thumbnail_path: v.string(),
  participants: v.array(ParticipantView),
  group: v.nullable(v.object({ id: v.number(), slug: v.string(), name: v.string() })),
  series_key: v.nullable(v.string()),
  hype_count: v.number(),
  on_air: v.nullable(OnAirView),
  /** On by the clock, but not on air, as far as its platform was asked. */
  is_late: v.boolean(),
  vod_url: v.nullable(v.string()),
})
export type EventSummary = v.InferOutput<typeof EventSummary>

export type EventRowFields = Pick<
  EventSummary,
  | 'id'
  | 'slug'
  | 'name'
  | 'start'
  | 'end'
  | 'timezone'
  | 'time_certainty'
  | 'phase'
  | 'cancelled_at'
  | 'previous_start'
  | 'language'
  | 'platform'
  | 'streaming_account_name'
  | 'channel'
  | 'category'
  | 'thumbnail_path'
  | 'group'
  | 'hype_count'
  | 'is_late'
> & {
  game: { id: number; name: string } | null
  participants: readonly Pick<ParticipantView, 'streamer_id'>[]
  on_air?: EventSummary['on_air']
}

export const EventView = v.object({
  ...EventSummary.entries,
  description: v.string(),
  proof_url: v.string(),
  additional_info: v.nullable(v.string()),
  /** Payer of its proposer for it. */
  paid_by: v.nullable(v.string()),
  cancel_reason: v.nullable(v.string()),
  /** Owners of the channels beside the first. */
  channel_owners: v.array(ParticipantView),
})
export type EventView = v.InferOutput<typeof EventView>

export const EventsPage = createPageSchema(EventSummary)
export type EventsPage = v.InferOutput<typeof EventsPage>

export type SeriesSummary = {
  count: number
  /** Every week at one local time of the event's zone. */
  isWeekly: boolean
  /** The dates after the first one: the next of them, not always all. */
  laterDates: SeriesDate[]
}
export type SeriesDate = Pick<
  EventSummary,
  'id' | 'slug' | 'name' | 'start' | 'timezone' | 'time_certainty'
>

export type ListedEvent = EventSummary & { series?: SeriesSummary | undefined }

export type ListedEventsPage = {
  items: ListedEvent[]
  /** Live for more than a day: shown as one strip, on the first page. */
  marathons: EventSummary[]
  /** All live events of the query, shown here or not; 0 unless it asks for them. */
  liveCount: number
  next_cursor: string | null
}

export const NextDate = v.object({
  start: Instant,
  timezone: v.string(),
  time_certainty: TimeCertainty,
})
export type NextDate = v.InferOutput<typeof NextDate>

export const EventItems = v.object({ items: v.array(EventSummary) })
export type EventItems = v.InferOutput<typeof EventItems>

export const EventSort = v.picklist(['start', 'hype', 'newest'])
export type EventSort = v.InferOutput<typeof EventSort>

export const EventRange = v.picklist(['tonight', 'today', 'week', 'month', 'all'])
export type EventRange = v.InferOutput<typeof EventRange>

export const EventsQuery = v.object({
  ...pageQueryEntries,
  range: v.optional(EventRange, 'all'),
  tz: v.optional(TimeZone, 'UTC'),
  from: v.optional(InstantInput),
  to: v.optional(InstantInput),
  language: v.optional(listParam(ContentLanguage), []),
  platform: v.optional(listParam(Platform), []),
  category: v.optional(listParam(Category), []),
  game: v.optional(listParam(idParam(GameId)), []),
  streamer: v.optional(listParam(idParam(StreamerId)), []),
  group: v.optional(listParam(idParam(GroupId)), []),
  phase: v.optional(listParam(Phase), []),
  q: v.optional(text(0, 200), ''),
  future_only: v.optional(BooleanParam, 'false'),
  sort: v.optional(EventSort, 'start'),
})
export type EventsQuery = v.InferOutput<typeof EventsQuery>

export const TopEventsQuery = v.object({ limit: pageQueryEntries.limit })
export type TopEventsQuery = v.InferOutput<typeof TopEventsQuery>

export const AgendaQuery = v.object({
  ...EventsQuery.entries,
  /** Days of the reader's zone, as a date field sends them. */
  from: v.optional(Day),
  /** The last day that counts. */
  to: v.optional(Day),
  game_q: v.optional(text(0, 100), ''),
  streamer_q: v.optional(text(0, 100), ''),
})
export type AgendaQuery = v.InferOutput<typeof AgendaQuery>

export const EventCountQuery = v.object({
  ...v.omit(AgendaQuery, ['limit', 'cursor', 'sort']).entries,
  from: v.optional(v.union([InstantInput, Day])),
  to: v.optional(v.union([InstantInput, Day])),
})
export type EventCountQuery = v.InferOutput<typeof EventCountQuery>

export const EventCount = v.object({
  /** At most 100. */
  count: v.number(),
  has_more: v.boolean(),
})
export type EventCount = v.InferOutput<typeof EventCount>

export const RelatedEventsQuery = v.object({
  event: idParam(EventId),
  limit: v.optional(pageQueryEntries.limit, '6'),
})

export const CalendarTarget = v.picklist(['google', 'outlook', 'ical'])
export type CalendarTarget = v.InferOutput<typeof CalendarTarget>
export const CalendarLinkQuery = v.object({ target: CalendarTarget })
export const CalendarLink = v.object({ url: v.string() })
export type CalendarLink = v.InferOutput<typeof CalendarLink>
