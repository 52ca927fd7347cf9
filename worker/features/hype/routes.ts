import * as v from 'valibot'
import { EventId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { HypeInput, HypeView, RelationsView } from './contract.ts'
import { getRelations, toggleHype } from './hype.ts'

export const hypeEndpoints = [
  endpoint({
    method: 'put',
    path: '/events/:id/toggle_hype',
    summary: 'Hype an event (closed to restricted members) or take it back',
    access: 'member',
    params: v.object({ id: idParam(EventId) }),
    body: HypeInput,
    answer: HypeView,
    run: (ctx, { params, body }) => toggleHype(ctx, { eventId: params.id, ...body }),
  }),
  endpoint({
    method: 'get',
    path: '/users/me/relations',
    summary: 'Ids of the events hyped and the streamers and games followed',
    access: 'member',
    answer: RelationsView,
    run: (ctx) => getRelations(ctx),
  }),
]
