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
    summary:
      'What is due, sent, failed, dead and unknown by channel and hour; the last run of each job',
    access: 'admin',
    query: OperationsQuery,
    answer: OperationsView,
    run: (ctx, { query }) => getOperations(ctx, query),
  }),
  endpoint({
    method: 'get',
    path: '/admin/operations/dead_letters',
    summary: 'Deliveries that failed for good or whose outcome is unknown, the newest first',
    access: 'admin',
    query: DeadLettersQuery,
    answer: DeadLettersPage,
    run: (ctx, { query }) => listDeadLetters(ctx, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/operations/dead_letters/retry',
    summary: 'Send again what failed for one reason and is still wanted, up to a hundred at once',
    access: 'admin',
    body: RetryAllInput,
    answer: RetryAllView,
    run: (ctx, { body }) => retryAll(ctx, body.reason),
  }),
  endpoint({
    method: 'post',
    path: '/admin/operations/dead_letters/:id/retry',
    summary:
      'Send a dead delivery again; 409 where it may have arrived, is too late or is unwanted',
    access: 'admin',
    params: byId,
    answer: DeadLetterView,
    run: (ctx, { params }) => retryDeadLetter(ctx, params.id),
  }),
]
