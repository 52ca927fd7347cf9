import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import { idParam, StreamerId } from '#worker/contracts/ids.ts'
import { DeleteAccountByTokenInput } from '#worker/features/accounts/profile/contract.ts'
import { DataLinkView, StreamerDataView } from './contract.ts'
import { createStreamerDataLink, openStreamerDataLink } from './streamer-data.ts'

export const dataRequestEndpoints = [
  endpoint({
    route: 'POST /admin/streamers/:id/data_link',
    operationId: 'createStreamerDataLink',
    summary: 'Make a link, to be passed on, that downloads once what is stored about a streamer',
    access: 'admin',
    isReauthenticationRequired: true,
    errors: { conflict: ['data_link_not_sent'] },
    params: v.object({ id: idParam(StreamerId) }),
    status: 201,
    answer: DataLinkView,
    run: (ctx, { params }) => createStreamerDataLink(ctx, params.id),
  }),
  endpoint({
    route: 'POST /auth/streamer_data',
    operationId: 'openStreamerDataLink',
    summary: 'Download, once, what is stored about a streamer with the token from a link',
    access: 'visitor',
    limiter: 'RESETS',
    body: DeleteAccountByTokenInput,
    answer: StreamerDataView,
    run: (ctx, { body }) => openStreamerDataLink(ctx, body.token),
  }),
]
