import * as v from 'valibot'
import { EventId, GroupId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { HypeDatesView, HypeInput, HypeView, HypesAndFollowsView } from './contract.ts'
import { hypeUpcomingDates } from './hype-dates.ts'
import { getHypesAndFollows, toggleHype } from './hype.ts'

export const hypeEndpoints = [
  endpoint({
    route: 'PUT /events/:event/toggle_hype',
    operationId: 'setHype',
    summary: 'Hype an event or withdraw the hype; restricted members cannot hype',
    access: 'member',
    errors: { conflict: ['hype_closed'] },
    params: v.object({ event: idParam(EventId) }),
    body: HypeInput,
    answer: HypeView,
    run: (ctx, { params, body }) => toggleHype(ctx, { eventId: params.event, ...body }),
  }),
  endpoint({
    route: 'PUT /events/:event/hype_series',
    operationId: 'hypeSeries',
    summary: 'Hype all upcoming dates of the series of an event, 50 at most',
    access: 'contributor',
    errors: { conflict: ['hype_closed'] },
    params: v.object({ event: idParam(EventId) }),
    answer: HypeDatesView,
    run: (ctx, { params }) => hypeUpcomingDates(ctx, { kind: 'series', id: params.event }),
  }),
  endpoint({
    route: 'PUT /groups/:group/hype_dates',
    operationId: 'hypeGroupDates',
    summary: 'Hype all upcoming events of a group, 50 at most',
    access: 'contributor',
    errors: { conflict: ['hype_closed'] },
    params: v.object({ group: idParam(GroupId) }),
    answer: HypeDatesView,
    run: (ctx, { params }) => hypeUpcomingDates(ctx, { kind: 'group', id: params.group }),
  }),
  endpoint({
    route: 'GET /users/me/relations',
    operationId: 'listRelations',
    summary: 'List the ids of the hyped events and of the followed streamers, games and groups',
    access: 'member',
    answer: HypesAndFollowsView,
    run: (ctx) => getHypesAndFollows(ctx),
  }),
]
