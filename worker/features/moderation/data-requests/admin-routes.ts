import * as v from 'valibot'
import { endpoint } from '#worker/api/endpoint.ts'
import { idParam, StreamerId } from '#worker/contracts/ids.ts'
import { DataLinkView } from './contract.ts'
import { createStreamerDataLink } from './streamer-data.ts'

export const dataRequestAdminEndpoints = [
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
]
