import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import { idParam, OptOutId, StreamerId } from '#worker/contracts/ids.ts'
import { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import { HiddenNameInput, ListingInput, OptOutsView } from './contract.ts'
import { listStreamer } from './listing.ts'
import { hideName, liftOptOut, listOptOuts } from './opt-outs.ts'

export const optOutAdminEndpoints = [
  endpoint({
    route: 'PUT /admin/streamers/:id/listing',
    operationId: 'listStreamer',
    summary: 'Take a streamer out of lists, search and checks at their request, or list them again',
    access: 'moderator',
    params: v.object({ id: idParam(StreamerId) }),
    body: ListingInput,
    answer: AdminStreamer,
    run: (ctx, { params, body }) => listStreamer(ctx, params.id, body.is_listed),
  }),
  endpoint({
    route: 'GET /admin/opt_outs',
    operationId: 'listOptOuts',
    summary: 'List the channels and names of people who asked not to be listed',
    access: 'admin',
    answer: OptOutsView,
    run: (ctx) => listOptOuts(ctx),
  }),
  endpoint({
    route: 'POST /admin/opt_outs',
    operationId: 'hideName',
    summary: 'Take a name without a streamer off all events, and keep it off',
    access: 'admin',
    body: HiddenNameInput,
    answer: OptOutsView,
    run: (ctx, { body }) => hideName(ctx, body),
  }),
  endpoint({
    route: 'DELETE /admin/opt_outs/:id',
    operationId: 'liftOptOut',
    summary: 'Allow a name on events again, or list a channel’s streamer again',
    access: 'admin',
    isReauthenticationRequired: true,
    params: v.object({ id: idParam(OptOutId) }),
    answer: OptOutsView,
    run: (ctx, { params }) => liftOptOut(ctx, params.id),
  }),
]
