import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { moderateAll } from '#worker/features/moderation/proposals/bulk.ts'
import {
  ApproveInput,
  BulkInput,
  BulkView,
  CancelInput,
  ModeratorEventInput,
  ProposalsPage,
  ProposalsQuery,
  ProposalView,
  RejectInput,
} from '#worker/features/moderation/proposals/contract.ts'
import { correctProposal } from '#worker/features/moderation/proposals/editing.ts'
import { moderate } from '#worker/features/moderation/proposals/moderation.ts'
import { getProposal, listProposals } from '#worker/features/moderation/proposals/proposal-lists.ts'
import { moderatorBodyTimeErrors } from '#worker/features/moderation/proposals/proposal-rules.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(EventId) })

/** An act that takes nothing but the proposal. */
function plainAct(act: 'cancel_approval' | 'reset' | 'disable' | 'enable', summary: string) {
  return endpoint({
    method: 'post',
    path: `/admin/proposals/:id/${act}`,
    summary,
    access: 'moderator',
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => moderate(ctx, params.id, { act }),
  })
}

export const proposalAdminEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/proposals',
    summary: 'The moderators’ queue, searched and sorted',
    access: 'moderator',
    query: ProposalsQuery,
    answer: ProposalsPage,
    run: (ctx, { query }) => listProposals(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/proposals/bulk',
    summary: 'One act on up to 100 proposals, each decided for itself',
    access: 'moderator',
    body: BulkInput,
    answer: BulkView,
    run: (ctx, { body }) => moderateAll(ctx, body),
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
    method: 'put',
    path: '/admin/proposals/:id',
    summary: 'Correct a proposal that is not approved; it stays in its status',
    access: 'moderator',
    params: byId,
    body: ModeratorEventInput,
    bodyErrors: moderatorBodyTimeErrors,
    answer: ProposalView,
    run: (ctx, { params, body }) => correctProposal(ctx, { eventId: params.id, ...body }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/proposals/:id/approve',
    summary:
      'Approve, after a delay in which it can be cancelled; 409 `changed_meanwhile` if it was edited since it was seen',
    access: 'moderator',
    params: byId,
    body: ApproveInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderate(ctx, params.id, { act: 'approve', ...body }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/proposals/:id/reject',
    summary: 'Reject with a preset or own reason',
    access: 'moderator',
    params: byId,
    body: RejectInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderate(ctx, params.id, { act: 'reject', ...body }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/proposals/:id/cancel',
    summary: 'Cancel an approved event; everybody who hyped it is told',
    access: 'moderator',
    params: byId,
    body: CancelInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderate(ctx, params.id, { act: 'cancel', ...body }),
  }),
  plainAct('cancel_approval', 'Take back a delayed approval'),
  plainAct('reset', 'Back to pending; the decision is undone'),
  plainAct('disable', 'Take off the agenda'),
  plainAct('enable', 'Back to pending from disabled'),
]
