import * as v from 'valibot'
import { EventId, GroupId, idParam } from '#worker/contracts/ids.ts'
import { listAdminGroups } from './admin-groups.ts'
import {
  AdminGroup,
  AdminGroupEventsPage,
  AdminGroupEventsQuery,
  AdminGroupsPage,
  AdminGroupsQuery,
  GroupInput,
} from './contract.ts'
import { changeGroup, createGroup, deleteGroup } from './edit-groups.ts'
import { linkEvent, listLinkedEvents, unlinkEvent } from './linked-events.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(GroupId) })
const byPair = v.object({ id: idParam(GroupId), event_id: idParam(EventId) })

export const groupAdminEndpoints = [
  endpoint({
    route: 'GET /admin/groups',
    operationId: 'listAdminGroups',
    summary: 'List event groups with the number of events in each',
    access: 'moderator',
    query: AdminGroupsQuery,
    answer: AdminGroupsPage,
    run: (ctx, { query }) => listAdminGroups(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/groups',
    operationId: 'createGroup',
    summary: 'Create an event group',
    access: 'moderator',
    errors: { conflict: ['group_name_taken'] },
    body: GroupInput,
    status: 201,
    answer: AdminGroup,
    run: (ctx, { body }) => createGroup(ctx, body),
  }),
  endpoint({
    route: 'PUT /admin/groups/:id',
    operationId: 'updateGroup',
    summary: 'Change an event group; its slug stays the same',
    access: 'moderator',
    errors: { conflict: ['group_name_taken'] },
    params: byId,
    body: GroupInput,
    answer: AdminGroup,
    run: (ctx, { params, body }) => changeGroup(ctx, params.id, body),
  }),
  endpoint({
    route: 'DELETE /admin/groups/:id',
    operationId: 'deleteGroup',
    summary: 'Delete an event group; its events remain without a group',
    access: 'moderator',
    isReauthenticationRequired: true,
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteGroup(ctx, params.id),
  }),
  endpoint({
    route: 'GET /admin/groups/:id/events',
    operationId: 'listAdminGroupEvents',
    summary: 'List the events of a group; with `linked=false` the events outside it',
    access: 'moderator',
    params: byId,
    query: AdminGroupEventsQuery,
    answer: AdminGroupEventsPage,
    run: (ctx, { params, query }) => listLinkedEvents(ctx, params.id, query),
  }),
  endpoint({
    route: 'PUT /admin/groups/:id/events/:event_id',
    operationId: 'linkEvent',
    summary: 'Link an event to a group, and unlink it from its former group',
    access: 'moderator',
    params: byPair,
    answer: AdminGroup,
    run: (ctx, { params }) => linkEvent(ctx, { groupId: params.id, eventId: params.event_id }),
  }),
  endpoint({
    route: 'DELETE /admin/groups/:id/events/:event_id',
    operationId: 'unlinkEvent',
    summary: 'Unlink an event from a group',
    access: 'moderator',
    isReauthenticationRequired: true,
    params: byPair,
    answer: AdminGroup,
    run: (ctx, { params }) => unlinkEvent(ctx, { groupId: params.id, eventId: params.event_id }),
  }),
]
