import { endpoint } from '#worker/api/endpoint.ts'
import { NextEventsView } from './contract.ts'
import { listNextEvents } from './next-events.ts'

export const nextEventEndpoints = [
  endpoint({
    route: 'GET /users/me/next_events',
    operationId: 'listNextEvents',
    summary:
      'List the next events that the member hyped, or whose streamers or game they follow: live, then upcoming',
    access: 'member',
    answer: NextEventsView,
    run: (ctx) => listNextEvents(ctx),
  }),
]
