import * as v from 'valibot'
import { idParam, UserId } from '#worker/contracts/ids.ts'
import { changeMemberScopes, changeMemberState, deleteMember } from './change-members.ts'
import {
  MemberHistory,
  MemberEmailView,
  MembersPage,
  MembersQuery,
  MemberView,
  ScopesInput,
  LiftInput,
  type MemberStateAction,
} from './contract.ts'
import { sendDeletionLink, showMemberEmail } from './member-address.ts'
import { getMember } from './member-history.ts'
import { listMembers } from './member-list.ts'
import { DecisionReasons } from '#worker/contracts/decision-reasons.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(UserId) })

type EndpointNames = { operationId: string; summary: string }

/** Facts alone where a restriction is lifted. */
function defineStateEndpoint<
  const Act extends MemberStateAction,
  Body extends v.GenericSchema<unknown, DecisionReasons | LiftInput>,
>(act: Act, body: Body, names: EndpointNames) {
  return endpoint({
    route: `POST /admin/users/:id/${act}`,
    ...names,
    access: 'moderator',
    errors: { conflict: ['member_changed', 'own_account'] },
    params: byId,
    body,
    answer: MemberView,
    run(ctx, { params: { id }, body: input }) {
      const given: DecisionReasons | LiftInput = input
      const reasons = 'ground' in given ? given : { facts: given.reason }
      return changeMemberState(ctx, { id, act, reasons })
    },
  })
}

export const userAdminEndpoints = [
  endpoint({
    route: 'GET /admin/users',
    operationId: 'listMembers',
    summary: 'Search, filter and sort members',
    access: 'moderator',
    isPasskeyRequired: true,
    query: MembersQuery,
    answer: MembersPage,
    run: (ctx, { query }) => listMembers(ctx, query),
  }),
  endpoint({
    route: 'GET /admin/users/:id',
    operationId: 'getMember',
    summary: 'Get a member with their history',
    access: 'moderator',
    isPasskeyRequired: true,
    params: byId,
    answer: MemberHistory,
    run: (ctx, { params }) => getMember(ctx, params.id),
  }),
  defineStateEndpoint('activate', LiftInput, {
    operationId: 'activateMember',
    summary: 'Allow a deactivated member to sign in again',
  }),
  defineStateEndpoint('deactivate', DecisionReasons, {
    operationId: 'deactivateMember',
    summary: 'Sign a member out, prevent new sign-ins and cancel their pending deliveries',
  }),
  defineStateEndpoint('soft_ban', DecisionReasons, {
    operationId: 'restrictMember',
    summary: 'Restrict a member, who can still read but not propose, hype or follow',
  }),
  defineStateEndpoint('remove_soft_ban', LiftInput, {
    operationId: 'unrestrictMember',
    summary: 'Lift the restriction of a member',
  }),
  defineStateEndpoint('remove_picture', DecisionReasons, {
    operationId: 'removeMemberPicture',
    summary: 'Remove the profile picture of a member',
  }),
  endpoint({
    route: 'POST /admin/users/:id/email',
    operationId: 'showMemberEmail',
    summary: 'Show the email address of a member; each look is kept in the audit log',
    access: 'admin',
    errors: { conflict: ['own_account'] },
    params: byId,
    answer: MemberEmailView,
    run: (ctx, { params }) => showMemberEmail(ctx, params.id),
  }),
  endpoint({
    route: 'POST /admin/users/:id/deletion_link',
    operationId: 'sendMemberDeletionLink',
    summary: 'Mail a member the link that deletes their account, as they asked in another way',
    access: 'admin',
    errors: { conflict: ['member_changed', 'own_account'] },
    params: byId,
    status: 204,
    run: (ctx, { params }) => sendDeletionLink(ctx, params.id),
  }),
  endpoint({
    route: 'PUT /admin/users/:id/scopes',
    operationId: 'setMemberScopes',
    summary: 'Grant or revoke the moderator or admin role of another member',
    access: 'admin',
    isReauthenticationRequired: true,
    errors: { conflict: ['member_changed', 'own_scopes'] },
    params: byId,
    body: ScopesInput,
    answer: MemberView,
    run: (ctx, { params, body }) => changeMemberScopes(ctx, params.id, body),
  }),
  endpoint({
    route: 'DELETE /admin/users/:id',
    operationId: 'deleteMember',
    summary: 'Delete another member permanently; their approved events remain without a proposer',
    access: 'admin',
    isReauthenticationRequired: true,
    errors: { conflict: ['member_changed', 'own_account'] },
    params: byId,
    body: DecisionReasons,
    status: 204,
    run: (ctx, { params, body }) => deleteMember(ctx, params.id, body),
  }),
]
