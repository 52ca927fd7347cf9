import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { HypedEventsQuery, HypedEventsView, HypedEventView } from './contract.ts'
import { getHypedEvent, listHypedEvents } from './hyped-events.ts'

export const plannedNotificationEndpoints = [
  endpoint({
    route: 'GET /users/me/hyped_events',
    operationId: 'listHypedEvents',
    summary: 'List the hyped events with the sent and scheduled notifications of each',
    access: 'member',
    query: HypedEventsQuery,
    answer: HypedEventsView,
    run: (ctx, { query }) => listHypedEvents(ctx, query),
  }),
  endpoint({
    route: 'GET /users/me/hyped_events/:id/reminders',
    operationId: 'listEventReminders',
    summary: 'List the sent and scheduled notifications about a hyped event',
    access: 'member',
    params: v.object({ id: idParam(EventId) }),
    answer: HypedEventView,
    run: (ctx, { params }) => getHypedEvent(ctx, { eventId: params.id }),
  }),
]
