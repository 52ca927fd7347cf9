import * as v from 'valibot'
import { EventId, idParam, StreamerId } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import {
  confirmParticipation,
  endParticipation,
  listParticipations,
} from './answer-participation.ts'
import { ConfirmationInput, ParticipationsView, ParticipationView } from './contract.ts'

const named = v.object({ event: idParam(EventId), streamer: idParam(StreamerId) })
const conflict = ['participation_closed', 'participation_not_proven'] as const

export const participationEndpoints = [
  endpoint({
    route: 'GET /users/me/participations',
    operationId: 'listMyParticipations',
    summary: 'List the events to come that name the streamer of the member, with their answers',
    access: 'member',
    answer: ParticipationsView,
    run: (ctx) => listParticipations(ctx),
  }),
  endpoint({
    route: 'PUT /events/:event/participants/:streamer/confirmation',
    operationId: 'confirmParticipation',
    summary: 'Confirm that the member takes part in an event, or take that back',
    access: 'contributor',
    errors: { conflict: [...conflict] },
    params: named,
    body: ConfirmationInput,
    answer: ParticipationView,
    run: (ctx, { params: { event, streamer }, body }) =>
      confirmParticipation(ctx, { eventId: event, streamerId: streamer, ...body }),
  }),
  endpoint({
    route: 'DELETE /events/:event/participants/:streamer',
    operationId: 'endParticipation',
    summary: 'Take the member off an event, whoever names them there again',
    access: 'member',
    errors: { conflict: [...conflict] },
    params: named,
    answer: ParticipationView,
    run: (ctx, { params: { event, streamer } }) =>
      endParticipation(ctx, { eventId: event, streamerId: streamer }),
  }),
]
