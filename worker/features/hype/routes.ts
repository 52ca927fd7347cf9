import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { HypeInput, HypeView, HypesAndFollowsView } from './contract.ts'
import { getHypesAndFollows, toggleHype } from './hype.ts'

export const hypeEndpoints = [
  endpoint({
    method: 'put',
    path: '/events/:event/toggle_hype',
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
    method: 'get',
    path: '/users/me/relations',
    operationId: 'listRelations',
    summary: 'List the ids of the hyped events and of the followed streamers, games and groups',
    access: 'member',
    answer: HypesAndFollowsView,
    run: (ctx) => getHypesAndFollows(ctx),
  }),
]
