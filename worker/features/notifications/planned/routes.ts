import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { HypedEventView } from './contract.ts'
import { getHypedEvent } from './hyped-event.ts'

export const plannedNotificationEndpoints = [
  endpoint({
    route: 'GET /users/me/hyped_events/:id/reminders',
    operationId: 'listEventReminders',
    summary: 'List the sent and scheduled notifications about a hyped event',
    access: 'member',
    params: v.object({ id: idParam(EventId) }),
    answer: HypedEventView,
    run: (ctx, { params }) => getHypedEvent(ctx, params.id),
  }),
]
