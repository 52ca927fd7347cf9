import { clientInfo } from '#worker/request/client-info.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { countClientEvent, recordClientError } from './client.ts'
import { ClientErrorInput, ClientEventInput } from './contract.ts'

export const clientEndpoints = [
  endpoint({
    method: 'post',
    path: '/client_errors',
    summary: 'Report an error of the site, with the reader’s consent and without their person',
    access: 'visitor',
    body: ClientErrorInput,
    status: 204,
    run: (ctx, { body, http }) => recordClientError(ctx, body, clientInfo(http).address),
  }),
  endpoint({
    method: 'post',
    path: '/client_events',
    summary: 'Count a click by its name and day',
    access: 'visitor',
    body: ClientEventInput,
    status: 204,
    run: (ctx, { body }) => countClientEvent(ctx, body),
  }),
]
