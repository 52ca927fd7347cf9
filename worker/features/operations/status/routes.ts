import { endpoint } from '#worker/api/endpoint.ts'
import { StatusView } from './contract.ts'
import { getStatus } from './status.ts'

export const statusEndpoints = [
  endpoint({
    route: 'GET /status',
    operationId: 'getStatus',
    summary: 'Get how many messages of the last 30 days were on time, late, unknown or failed',
    access: 'visitor',
    answer: StatusView,
    run: (ctx) => getStatus(ctx),
  }),
]
