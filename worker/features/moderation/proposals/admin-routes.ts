import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { moderateProposals } from './bulk.ts'
import {
  ApproveInput,
  ModeratorCancelInput,
  ModeratorEventInput,
  ProposalCounts,
  ProposalsPage,
  ProposalsQuery,
  ProposalView,
  RejectInput,
} from './contract.ts'
import {
  BulkModerationInput,
  BulkModerationView,
} from '#worker/features/moderation/proposals/bulk/contract.ts'
import { correctProposal } from './editing.ts'
import { moderateProposal } from './moderation.ts'
import { getProposal, getProposalCounts, listProposals } from './proposal-lists.ts'
import { findModeratorBodyTimeErrors } from './proposal-rules.ts'
import { DecisionReasons } from '#worker/contracts/decision-reasons.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { ResetReasons } from '#worker/contracts/decision-reasons.ts'

const byId = v.object({ id: idParam(EventId) })

function createActionRoute<const Act extends 'review' | 'cancel_approval' | 'enable'>(
  act: Act,
  names: { operationId: string; summary: string },
) {
  return endpoint({
    route: `POST /admin/proposals/:id/${act}`,
    ...names,
    access: 'moderator',
    errors: {
      conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'],
      ...(act === 'review' ? { forbidden: ['own_proposal'] } : {}),
    },
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => moderateProposal(ctx, params.id, { act }),
  })
}

export const proposalAdminEndpoints = [
  endpoint({
    route: 'GET /admin/proposals',
    operationId: 'listProposals',
    summary: 'Search and sort proposals for moderation',
    access: 'moderator',
    query: ProposalsQuery,
    answer: ProposalsPage,
    run: (ctx, { query }) => listProposals(ctx, query),
  }),
  endpoint({
    route: 'GET /admin/proposals/counts',
    operationId: 'getProposalCounts',
    summary: 'Count proposals by status, up to 1,000 each',
    access: 'moderator',
    answer: ProposalCounts,
    run: (ctx) => getProposalCounts(ctx),
  }),
  endpoint({
    route: 'POST /admin/proposals/bulk',
    operationId: 'moderateProposals',
    summary: 'Apply one action to up to 100 proposals; each succeeds or fails by itself',
    access: 'moderator',
    isReauthenticationRequired: true,
    body: BulkModerationInput,
    answer: BulkModerationView,
    run: (ctx, { body }) => moderateProposals(ctx, body),
  }),
  endpoint({
    route: 'GET /admin/proposals/:id',
    operationId: 'getProposal',
    summary: 'Get a proposal with its proposer and similar events',
    access: 'moderator',
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => getProposal(ctx, params.id),
  }),
  endpoint({
    route: 'PUT /admin/proposals/:id',
    operationId: 'correctProposal',
    summary: 'Correct a proposal that is not approved; its status stays the same',
    access: 'moderator',
    errors: { conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'] },
    params: byId,
    body: ModeratorEventInput,
    bodyErrors: findModeratorBodyTimeErrors,
    answer: ProposalView,
    run: (ctx, { params, body }) => correctProposal(ctx, { eventId: params.id, ...body }),
  }),
  endpoint({
    route: 'POST /admin/proposals/:id/approve',
    operationId: 'approveProposal',
    summary: 'Approve a proposal after a delay during which the approval can be cancelled',
    access: 'moderator',
    errors: {
      conflict: [
        'already_decided',
        'changed_meanwhile',
        'email_not_verified',
        'transition_not_allowed',
      ],
      forbidden: ['own_proposal'],
    },
    params: byId,
    body: ApproveInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderateProposal(ctx, params.id, { act: 'approve', ...body }),
  }),
  endpoint({
    route: 'POST /admin/proposals/:id/reject',
    operationId: 'rejectProposal',
    summary: 'Reject a proposal with a preset or custom reason',
    access: 'moderator',
    errors: {
      conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'],
    },
    params: byId,
    body: RejectInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderateProposal(ctx, params.id, { act: 'reject', ...body }),
  }),
  endpoint({
    route: 'POST /admin/proposals/:id/cancel',
    operationId: 'cancelApprovedEvent',
    summary: 'Cancel an approved event and notify everyone who hyped it',
    access: 'moderator',
    errors: {
      conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'],
    },
    params: byId,
    body: ModeratorCancelInput,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderateProposal(ctx, params.id, { act: 'cancel', ...body }),
  }),
  createActionRoute('review', {
    operationId: 'reviewEvent',
    summary: 'Mark an event as reviewed that was published without a review',
  }),
  createActionRoute('cancel_approval', {
    operationId: 'cancelApproval',
    summary: 'Cancel a delayed approval',
  }),
  endpoint({
    route: 'POST /admin/proposals/:id/reset',
    operationId: 'resetProposal',
    summary: 'Undo the decision on a proposal, which returns to pending; the proposer is told why',
    access: 'moderator',
    errors: { conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'] },
    params: byId,
    body: ResetReasons,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderateProposal(ctx, params.id, { act: 'reset', ...body }),
  }),
  endpoint({
    route: 'POST /admin/proposals/:id/disable',
    operationId: 'disableProposal',
    summary: 'Disable a proposal, which hides its event; the proposer is told why',
    access: 'moderator',
    errors: { conflict: ['already_decided', 'changed_meanwhile', 'transition_not_allowed'] },
    params: byId,
    body: DecisionReasons,
    answer: ProposalView,
    run: (ctx, { params, body }) => moderateProposal(ctx, params.id, { act: 'disable', ...body }),
  }),
  createActionRoute('enable', {
    operationId: 'enableProposal',
    summary: 'Enable a disabled proposal, which returns to pending',
  }),
]
