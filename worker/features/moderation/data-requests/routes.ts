import { endpoint } from '#worker/api/endpoint.ts'
import { DeleteAccountByTokenInput } from '#worker/features/accounts/profile/contract.ts'
import { StreamerDataView } from './contract.ts'
import { openStreamerDataLink } from './streamer-data.ts'

export const dataRequestEndpoints = [
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
