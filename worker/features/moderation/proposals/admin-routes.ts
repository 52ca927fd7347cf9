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
import { moderateProposal, type ModerationInput } from './moderation.ts'
import { getProposal, getProposalCounts, listProposals } from './proposal-lists.ts'
import { findModeratorBodyTimeErrors } from './proposal-rules.ts'
import { DecisionReasons, ResetReasons } from '#worker/contracts/decision-reasons.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(EventId) })

const conflict = ['already_decided', 'changed_meanwhile', 'transition_not_allowed'] as const

type EndpointNames = { operationId: string; summary: string }

function createActionRoute<const Act extends 'review' | 'cancel_approval' | 'enable'>(
  act: Act,
  names: EndpointNames,
) {
  return endpoint({
    route: `POST /admin/proposals/:id/${act}`,
    ...names,
    access: 'moderator',
    errors: { conflict, ...(act === 'review' ? { forbidden: ['own_proposal'] } : {}) },
    params: byId,
    answer: ProposalView,
    run: (ctx, { params }) => moderateProposal(ctx, params.id, { act }),
  })
}

type DecisionAct = 'reject' | 'cancel' | 'reset' | 'disable'
type DecisionBody<Act> = Extract<ModerationInput, { act: Act }>

function createDecisionRoute<
  const Act extends DecisionAct,
  Body extends v.GenericSchema<unknown, Omit<DecisionBody<Act>, 'act'>>,
>(act: Act, body: Body, names: EndpointNames) {
  return endpoint({
    route: `POST /admin/proposals/:id/${act}`,
    ...names,
    access: 'moderator',
    errors: { conflict },
    params: byId,
    body,
    answer: ProposalView,
    run: (ctx, { params, body: input }) =>
      moderateProposal(ctx, params.id, { ...input, act } as DecisionBody<Act>),
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
  createDecisionRoute('reject', RejectInput, {
    operationId: 'rejectProposal',
    summary: 'Reject a proposal with a preset or custom reason',
  }),
  createDecisionRoute('cancel', ModeratorCancelInput, {
    operationId: 'cancelApprovedEvent',
    summary: 'Cancel an approved event and notify everyone who hyped it',
  }),
  createActionRoute('review', {
    operationId: 'reviewEvent',
    summary: 'Mark an event as reviewed that was published without a review',
  }),
  createActionRoute('cancel_approval', {
    operationId: 'cancelApproval',
    summary: 'Cancel a delayed approval',
  }),
  createDecisionRoute('reset', ResetReasons, {
    operationId: 'resetProposal',
    summary: 'Undo the decision on a proposal, which returns to pending; the proposer is told why',
  }),
  createDecisionRoute('disable', DecisionReasons, {
    operationId: 'disableProposal',
    summary: 'Disable a proposal, which hides its event; the proposer is told why',
  }),
  createActionRoute('enable', {
    operationId: 'enableProposal',
    summary: 'Enable a disabled proposal, which returns to pending',
  }),
]
