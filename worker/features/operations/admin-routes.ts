import * as v from 'valibot'
import { DeliveryId, idParam } from '#worker/contracts/ids.ts'
import {
  DeadLettersPage,
  DeadLettersQuery,
  DeadLetterView,
  OperationsQuery,
  OperationsView,
  RetryAllInput,
  RetryAllView,
} from '#worker/features/operations/contract.ts'
import {
  listDeadLetters,
  retryAll,
  retryDeadLetter,
} from '#worker/features/operations/dead-letters.ts'
import { getOperations } from '#worker/features/operations/operations.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(DeliveryId) })

export const operationsEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/operations',
    operationId: 'getOperations',
    summary: 'Get delivery counts by channel and hour, and the last run of each job',
    access: 'admin',
    query: OperationsQuery,
    answer: OperationsView,
    run: (ctx, { query }) => getOperations(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/operations/dead_letters',
    operationId: 'listFailedDeliveries',
    summary: 'List deliveries that failed or whose outcome is unknown, newest first',
    access: 'admin',
    query: DeadLettersQuery,
    answer: DeadLettersPage,
    run: (ctx, { query }) => listDeadLetters(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/operations/dead_letters/retry',
    operationId: 'retryFailedDeliveries',
    summary: 'Retry up to 100 relevant deliveries that failed for the same reason',
    access: 'admin',
    body: RetryAllInput,
    answer: RetryAllView,
    run: (ctx, { body }) => retryAll(ctx, body.reason),
  }),
  endpoint({
    method: 'post',
    path: '/admin/operations/dead_letters/:id/retry',
    operationId: 'retryFailedDelivery',
    summary: 'Retry a failed delivery',
    access: 'admin',
    errors: { conflict: ['delivery_outcome_unknown', 'delivery_too_late', 'delivery_unwanted'] },
    params: byId,
    answer: DeadLetterView,
    run: (ctx, { params }) => retryDeadLetter(ctx, params.id),
  }),
]
