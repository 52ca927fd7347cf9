import * as v from 'valibot'
import type { Ctx, Moderator } from '#worker/context.ts'
import { EventId, idParam } from '#worker/contract.ts'
import {
  ApproveInput,
  ProposalsPage,
  ProposalsQuery,
  ProposalView,
  RejectInput,
} from '#worker/features/events/contract.ts'
import {
  approve,
  cancelApproval,
  disable,
  enable,
  reject,
  reset,
} from '#worker/features/events/moderation.ts'
import { getProposal, listProposals } from '#worker/features/events/proposal-lists.ts'
import { endpoint } from '#worker/http/endpoint.ts'

const byId = v.object({ id: idParam(EventId) })

/** An act that takes nothing but the proposal. */
function plainAct(
  name: string,
  summary: string,
  act: (ctx: Ctx<Moderator>, eventId: EventId) => Promise<ProposalView>,
) {
  return endpoint({
    method: 'post',
    path: `/admin/proposals/:id/${name}`,
    summary,
    access: 'moderator',
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => act(ctx, params.id),
  })
}

export const adminEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/proposals',
    summary: 'The moderators’ queue',
    access: 'moderator',
    query: ProposalsQuery,
    answer: ProposalsPage,
    run: (ctx, { query }) => listProposals(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/proposals/:id',
    summary: 'One proposal with its proposer and near-duplicates',
    access: 'moderator',
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => getProposal(ctx, params.id),
  }),
  endpoint({
    method: 'post',
    path: '/admin/proposals/:id/approve',
    summary: 'Approve, after a delay in which it can be cancelled',
    access: 'moderator',
    params: byId,
    body: ApproveInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => approve(ctx, { eventId: params.id, ...body }),
  }),
  plainAct('cancel_approval', 'Take back a delayed approval', cancelApproval),
  endpoint({
    method: 'post',
    path: '/admin/proposals/:id/reject',
    summary: 'Reject with a preset or own reason',
    access: 'moderator',
    params: byId,
    body: RejectInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => reject(ctx, { eventId: params.id, ...body }),
  }),
  plainAct('reset', 'Back to pending; the decision is undone', reset),
  plainAct('disable', 'Take off the agenda', disable),
  plainAct('enable', 'Back to pending from disabled', enable),
]
