import * as v from 'valibot'
import { EventId, GroupId, idParam } from '#worker/contracts/ids.ts'
import { listAdminGroups } from '#worker/features/directory/groups/admin-groups.ts'
import {
  AdminGroup,
  AdminGroupEventsPage,
  AdminGroupEventsQuery,
  AdminGroupsPage,
  AdminGroupsQuery,
  GroupInput,
} from '#worker/features/directory/groups/contract.ts'
import {
  changeGroup,
  createGroup,
  deleteGroup,
} from '#worker/features/directory/groups/edit-groups.ts'
import {
  linkEvent,
  listLinkedEvents,
  unlinkEvent,
} from '#worker/features/directory/groups/linked-events.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(GroupId) })
const byPair = v.object({ id: idParam(GroupId), event_id: idParam(EventId) })

export const groupAdminEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/groups',
    summary: 'Event groups, with how many events each has',
    access: 'moderator',
    query: AdminGroupsQuery,
    answer: AdminGroupsPage,
    run: (ctx, { query }) => listAdminGroups(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/groups',
    summary: 'Create an event group',
    access: 'moderator',
    body: GroupInput,
    status: 201,
    answer: AdminGroup,
    run: (ctx, { body }) => createGroup(ctx, body),
  }),
  endpoint({
    method: 'put',
    path: '/admin/groups/:id',
    summary: 'Change an event group; its address stays',
    access: 'moderator',
    params: byId,
    body: GroupInput,
    answer: AdminGroup,
    run: (ctx, { params, body }) => changeGroup(ctx, params.id, body),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/groups/:id',
    summary: 'Delete an event group; its events stay, without a group',
    access: 'moderator',
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteGroup(ctx, params.id),
  }),
  endpoint({
    method: 'get',
    path: '/admin/groups/:id/events',
    summary: 'The events of a group, or with `linked=false` those that it does not have',
    access: 'moderator',
    params: byId,
    query: AdminGroupEventsQuery,
    answer: AdminGroupEventsPage,
    run: (ctx, { params, query }) => listLinkedEvents(ctx, params.id, query),
  }),
  endpoint({
    method: 'put',
    path: '/admin/groups/:id/events/:event_id',
    summary: 'Link an event to a group; it leaves the group that it was in',
    access: 'moderator',
    params: byPair,
    answer: AdminGroup,
    run: (ctx, { params }) => linkEvent(ctx, { groupId: params.id, eventId: params.event_id }),
  }),
  endpoint({
    method: 'delete',
    path: '/admin/groups/:id/events/:event_id',
    summary: 'Unlink an event from a group',
    access: 'moderator',
    params: byPair,
    answer: AdminGroup,
    run: (ctx, { params }) => unlinkEvent(ctx, { groupId: params.id, eventId: params.event_id }),
  }),
]
