import * as v from 'valibot'
import { idParam, UserId } from '#worker/contracts/ids.ts'
import {
  changeScopes,
  changeState,
  deleteMember,
} from '#worker/features/moderation/members/change-members.ts'
import {
  MemberHistory,
  MembersPage,
  MembersQuery,
  MemberView,
  ScopesInput,
  StateActInput,
  type StateAct,
} from '#worker/features/moderation/members/contract.ts'
import { getMember } from '#worker/features/moderation/members/member-history.ts'
import { listMembers } from '#worker/features/moderation/members/member-list.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(UserId) })

function stateEndpoint(act: StateAct, summary: string) {
  return endpoint({
    method: 'post',
    path: `/admin/users/:id/${act}`,
    summary,
    access: 'moderator',
    params: byId,
    body: StateActInput,
    answer: MemberView,
    run: (ctx, { params, body }) => changeState(ctx, { id: params.id, act }, body),
  })
}

export const userAdminEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/users',
    summary: 'Members, searched, filtered and sorted',
    access: 'moderator',
    query: MembersQuery,
    answer: MembersPage,
    run: (ctx, { query }) => listMembers(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/users/:id',
    summary: 'One member with their history',
    access: 'moderator',
    params: byId,
    answer: MemberHistory,
    run: (ctx, { params }) => getMember(ctx, params.id),
  }),
  stateEndpoint('activate', 'Let a deactivated member sign in again'),
  stateEndpoint('deactivate', 'Shut a member out at once, and stop what was to be sent to them'),
  stateEndpoint('soft_ban', 'Let a member read, but not propose, hype or follow'),
  stateEndpoint('remove_soft_ban', 'Let a member take part again'),
  endpoint({
    method: 'put',
    path: '/admin/users/:id/scopes',
    summary: 'Make somebody else a moderator or an admin, or neither; 409 `own_scopes` for oneself',
    access: 'admin',
    params: byId,
    body: ScopesInput,
    answer: MemberView,
    run: (ctx, { params, body }) => changeScopes(ctx, params.id, body),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/users/:id',
    summary: 'Delete somebody else for good; their approved events stay, without a proposer',
    access: 'admin',
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteMember(ctx, params.id),
  }),
]
