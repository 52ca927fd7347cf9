import { EventItems } from '#worker/features/events/contract.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { listFollowedEvents } from './calendar.ts'
import { FollowedEventsQuery } from './contract.ts'

export const calendarEndpoints = [
  endpoint({
    route: 'GET /users/me/followed_events',
    operationId: 'listFollowedEvents',
    summary:
      'List events of a period that the member hyped, or whose streamers, game or group they follow',
    access: 'member',
    query: FollowedEventsQuery,
    answer: EventItems,
    run: (ctx, { query }) => listFollowedEvents(ctx, query),
  }),
]
