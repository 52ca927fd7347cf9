import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { OwnMarks } from '#worker/features/notifications/contract.ts'
import { setMarksOfEvent } from '#worker/features/notifications/preferences/own-marks.ts'
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
  endpoint({
    route: 'PUT /users/me/hyped_events/:id/own_marks',
    operationId: 'setOwnReminderMarksOfEvent',
    summary:
      'Choose up to two reminders of a hyped event beside those of 24 h and 1 h, in place of the general choice',
    access: 'member',
    params: v.object({ id: idParam(EventId) }),
    body: OwnMarks,
    answer: OwnMarks,
    errors: { conflict: ['mark_needs_push'] },
    run: (ctx, { params, body }) => setMarksOfEvent(ctx, params.id, body),
  }),
]
