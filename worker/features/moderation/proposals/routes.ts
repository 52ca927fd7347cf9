import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { cancelEvent } from './cancellation.ts'
import { CancelInput, EventInput, MyEventsQuery, MyEventsView, ProposalView } from './contract.ts'
import { editProposal } from './editing.ts'
import { getMyEvent, listMyEvents } from './proposal-lists.ts'
import { bodyTimeErrors } from './proposal-rules.ts'
import { propose } from './propose.ts'

const byId = v.object({ id: idParam(EventId) })

export const proposalEndpoints = [
  endpoint({
    method: 'post',
    path: '/events',
    summary: 'Propose an event',
    access: 'contributor',
    body: EventInput,
    bodyErrors: bodyTimeErrors,
    status: 201,
    answer: ProposalView,
    run: (ctx, { body }) => propose(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/events/:id',
    summary: 'Edit one’s own pending or rejected proposal; it goes back to review',
    access: 'contributor',
    params: byId,
    body: EventInput,
    bodyErrors: bodyTimeErrors,
    answer: ProposalView,
    run: (ctx, { params, body }) => editProposal(ctx, { eventId: params.id, ...body }),
  }),
  endpoint({
    method: 'post',
    path: '/events/:id/cancel',
    summary: 'Cancel an approved event: for its proposer and moderators',
    access: 'contributor',
    params: byId,
    body: CancelInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => cancelEvent(ctx, { eventId: params.id, ...body }),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/events',
    summary: 'What the signed-in member proposed, in every state',
    access: 'member',
    query: MyEventsQuery,
    answer: MyEventsView,
    run: (ctx, { query }) => listMyEvents(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/events/:id',
    summary: 'One of the signed-in member’s own events, in any state',
    access: 'member',
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => getMyEvent(ctx, params.id),
  }),
]
