import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  CalendarLink,
  CalendarLinkQuery,
  EventCount,
  EventCountQuery,
  EventItems,
  EventsPage,
  EventsQuery,
  EventView,
  RelatedEventsQuery,
  TopEventsQuery,
  type EventSummary,
} from './contract.ts'
import { countEvents } from './event-count.ts'
import { maxAgeUntilPhaseChange } from './event-rows.ts'
import { getCalendarLink, getEvent } from './events.ts'
import { listEvents, listLiveEvents, listMostHypedEvents } from './lists/plain.ts'
import { listRelatedEvents } from './related-events.ts'

const bySlug = v.object({ event: v.pipe(v.string(), v.maxLength(200)) })

function computeListMaxAge({ items }: { items: EventSummary[] }, { now }: { now: number }): number {
  return maxAgeUntilPhaseChange(items, now)
}

export const eventEndpoints = [
  endpoint({
    route: 'GET /events',
    operationId: 'listEvents',
    summary: 'List events: live, then upcoming by start, then past with the newest first',
    access: 'visitor',
    query: EventsQuery,
    answer: EventsPage,
    maxAge: computeListMaxAge,
    run: (ctx, { query }) => listEvents(ctx, query),
  }),
  endpoint({
    route: 'GET /events/count',
    operationId: 'countEvents',
    summary: 'Count the events of a list, up to 100; `from` and `to` may be days of the zone `tz`',
    access: 'visitor',
    query: EventCountQuery,
    answer: EventCount,
    run: (ctx, { query }) => countEvents(ctx, query),
  }),
  endpoint({
    route: 'GET /events/live',
    operationId: 'listLiveEvents',
    summary: 'List live events',
    access: 'visitor',
    query: TopEventsQuery,
    answer: EventItems,
    maxAge: computeListMaxAge,
    run: (ctx, { query }) => listLiveEvents(ctx, query.limit),
  }),
  endpoint({
    route: 'GET /events/most_hyped',
    operationId: 'listMostHypedEvents',
    summary: 'List upcoming and live events, most hyped first',
    access: 'visitor',
    query: TopEventsQuery,
    answer: EventItems,
    maxAge: computeListMaxAge,
    run: (ctx, { query }) => listMostHypedEvents(ctx, query.limit),
  }),
  endpoint({
    route: 'GET /events/similar',
    operationId: 'listSimilarEvents',
    summary:
      'List events that share the group, channel, game or category of an event, upcoming first',
    access: 'visitor',
    errors: { not_found: ['event_not_found'] },
    query: RelatedEventsQuery,
    answer: EventItems,
    maxAge: computeListMaxAge,
    run: (ctx, { query }) => listRelatedEvents(ctx, query),
  }),
  endpoint({
    route: 'GET /events/:event/calendar',
    operationId: 'getCalendarLink',
    summary: 'Get the link that adds an event to a calendar',
    access: 'member',
    params: bySlug,
    query: CalendarLinkQuery,
    answer: CalendarLink,
    run: (ctx, { params, query }) => getCalendarLink(ctx, params.event, query.target),
  }),
  endpoint({
    route: 'GET /events/:event',
    operationId: 'getEvent',
    summary: 'Get an approved event by its slug',
    access: 'visitor',
    params: bySlug,
    answer: EventView,
    maxAge: (event, { now }) => maxAgeUntilPhaseChange([event], now),
    run: (ctx, { params }) => getEvent(ctx, params.event),
  }),
]
