import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { cancelEvent } from './cancellation.ts'
import { CancelInput, EventInput, ProposalView } from './contract.ts'
import {
  MyEventsQuery,
  MyEventsView,
  OwnEventChange,
  ProposalLimitsView,
} from './member-contract.ts'
import { NewEventInput } from './weekly/contract.ts'
import { SimilarEventsQuery, SimilarEventsView } from './similar-events-contract.ts'
import { listSimilarEvents } from './similar-events.ts'
import { editProposal } from './editing.ts'
import { changeOwnEvent } from './owner-changes.ts'
import { getProposalLimits } from './member-limits.ts'
import { getMyEvent, listMyEvents } from './proposal-lists.ts'
import { findBodyTimeErrors } from './proposal-rules.ts'
import { lookUpVideo } from './videos/look-up-video.ts'
import { proposeEvent } from './propose.ts'
import { VideoLookupInput, VideoView } from './videos/contract.ts'
import { withdrawProposal } from './withdrawal.ts'

const byEvent = v.object({ event: idParam(EventId) })
const byId = v.object({ id: idParam(EventId) })

export const proposalEndpoints = [
  endpoint({
    route: 'POST /events',
    operationId: 'proposeEvent',
    summary: 'Propose an event',
    access: 'contributor',
    errors: {
      conflict: ['similar_events'],
      rate_limited: ['too_many_pending', 'too_many_proposals'],
    },
    body: NewEventInput,
    bodyErrors: findBodyTimeErrors,
    status: 201,
    answer: ProposalView,
    run: (ctx, { body }) => proposeEvent(ctx, body),
  }),
  endpoint({
    route: 'PUT /events/:event',
    operationId: 'updateProposal',
    summary: 'Edit a pending or rejected proposal of the member, which returns it to review',
    access: 'contributor',
    errors: {
      conflict: [
        'already_decided',
        'changed_meanwhile',
        'similar_events',
        'transition_not_allowed',
      ],
      rate_limited: ['too_many_pending'],
    },
    params: byEvent,
    body: EventInput,
    bodyErrors: findBodyTimeErrors,
    answer: ProposalView,
    run: (ctx, { params, body }) => editProposal(ctx, { eventId: params.event, ...body }),
  }),
  endpoint({
    route: 'PATCH /events/:event',
    operationId: 'changeOwnEvent',
    summary:
      'Change time, name or picture of an approved event on a verified channel of the member, at most 5 times a day',
    access: 'contributor',
    errors: {
      conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'],
      rate_limited: ['too_many_changes'],
    },
    params: byEvent,
    body: OwnEventChange,
    answer: ProposalView,
    run: (ctx, { params, body }) => changeOwnEvent(ctx, { eventId: params.event, ...body }),
  }),
  endpoint({
    route: 'POST /events/:event/cancel',
    operationId: 'cancelEvent',
    summary: 'Cancel an approved event as its proposer, or as a moderator with ground and facts',
    access: 'contributor',
    errors: { conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'] },
    params: byEvent,
    body: CancelInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => cancelEvent(ctx, { eventId: params.event, ...body }),
  }),
  endpoint({
    route: 'POST /events/:event/withdraw',
    operationId: 'withdrawProposal',
    summary: 'Withdraw a pending proposal as its proposer',
    access: 'contributor',
    errors: { conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'] },
    params: byEvent,
    answer: ProposalView,
    run: (ctx, { params }) => withdrawProposal(ctx, params.event),
  }),
  endpoint({
    route: 'GET /users/me/proposal_limits',
    operationId: 'getMyProposalLimits',
    summary: 'Get whether events of the member on their own channel are published without a review',
    access: 'contributor',
    answer: ProposalLimitsView,
    run: (ctx) => getProposalLimits(ctx),
  }),
  endpoint({
    route: 'GET /users/me/similar_events',
    operationId: 'listEventsLikeProposal',
    summary: 'List the events that may be the one which the member is about to propose',
    access: 'contributor',
    query: SimilarEventsQuery,
    answer: SimilarEventsView,
    run: (ctx, { query }) => listSimilarEvents(ctx, query),
  }),
  endpoint({
    route: 'POST /users/me/video_lookups',
    operationId: 'lookUpVideo',
    summary: 'Look up the channel, title and start that the page of a YouTube video announces',
    access: 'contributor',
    errors: {
      not_found: ['video_not_found', 'youtube_off'],
      rate_limited: ['too_many_attempts'],
      unavailable: ['youtube_unavailable'],
    },
    body: VideoLookupInput,
    answer: VideoView,
    run: (ctx, { body }) => lookUpVideo(ctx, body),
  }),
  endpoint({
    route: 'GET /users/me/events',
    operationId: 'listMyEvents',
    summary: 'List the proposals of the member in every state',
    access: 'member',
    query: MyEventsQuery,
    answer: MyEventsView,
    run: (ctx, { query }) => listMyEvents(ctx, query),
  }),
  endpoint({
    route: 'GET /users/me/events/:id',
    operationId: 'getMyEvent',
    summary: 'Get a proposal of the member in any state',
    access: 'member',
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => getMyEvent(ctx, params.id),
  }),
]
