import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { HypedEventsQuery, HypedEventsView, HypedEventView } from './contract.ts'
import { getHypedEvent, listHypedEvents } from './promise.ts'

export const promiseEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me/hyped_events',
    summary: 'The events that the member hyped, with what was and will be sent about each',
    access: 'member',
    query: HypedEventsQuery,
    answer: HypedEventsView,
    run: (ctx, { query }) => listHypedEvents(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/hyped_events/:id/reminders',
    summary: 'What was and will be sent to the member about an event that they hyped',
    access: 'member',
    params: v.object({ id: idParam(EventId) }),
    answer: HypedEventView,
    run: (ctx, { params }) => getHypedEvent(ctx, { eventId: params.id }),
  }),
]
