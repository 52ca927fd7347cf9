import * as v from 'valibot'
import { DeliveryId, IncidentId, idParam } from '#worker/contracts/ids.ts'
import {
  FailedDeliveriesPage,
  FailedDeliveriesQuery,
  FailedDeliveryView,
  OperationsQuery,
  OperationsView,
  RetryDeliveriesInput,
  RetryDeliveriesView,
} from './contract.ts'
import {
  listFailedDeliveries,
  retryFailedDeliveries,
  retryFailedDelivery,
} from './failed-deliveries.ts'
import { IncidentNote, IncidentView } from './incidents/contract.ts'
import { setIncidentNote } from './incidents/incidents.ts'
import { getOperations } from './operations.ts'
import { listSecurityEvents } from './security-log/list-security-events.ts'
import { SecurityEventsPage, SecurityEventsQuery } from './security-log/contract.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(DeliveryId) })

export const operationsEndpoints = [
  endpoint({
    route: 'GET /admin/operations',
    operationId: 'getOperations',
    summary: 'Get delivery counts by channel and hour, and the last run of each job',
    access: 'admin',
    query: OperationsQuery,
    answer: OperationsView,
    run: (ctx, { query }) => getOperations(ctx, query),
  }),
  endpoint({
    route: 'GET /admin/operations/dead_letters',
    operationId: 'listFailedDeliveries',
    summary: 'List deliveries that failed or whose outcome is unknown, newest first',
    access: 'admin',
    query: FailedDeliveriesQuery,
    answer: FailedDeliveriesPage,
    run: (ctx, { query }) => listFailedDeliveries(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/operations/dead_letters/retry',
    operationId: 'retryFailedDeliveries',
    summary: 'Retry the relevant deliveries that failed for the same reason',
    access: 'admin',
    body: RetryDeliveriesInput,
    answer: RetryDeliveriesView,
    run: (ctx, { body }) => retryFailedDeliveries(ctx, body),
  }),
  endpoint({
    route: 'POST /admin/operations/dead_letters/:id/retry',
    operationId: 'retryFailedDelivery',
    summary: 'Retry a failed delivery',
    access: 'admin',
    errors: { conflict: ['delivery_outcome_unknown', 'delivery_too_late', 'delivery_unwanted'] },
    params: byId,
    answer: FailedDeliveryView,
    run: (ctx, { params }) => retryFailedDelivery(ctx, params.id),
  }),
  endpoint({
    route: 'PUT /admin/operations/incidents/:id',
    operationId: 'setIncidentNote',
    summary: 'Set the sentence that everybody reads about an incident, in each language',
    access: 'admin',
    params: v.object({ id: idParam(IncidentId) }),
    body: IncidentNote,
    answer: IncidentView,
    run: (ctx, { params, body }) => setIncidentNote(ctx, params.id, body),
  }),
  endpoint({
    route: 'GET /admin/security_log',
    operationId: 'listSecurityEvents',
    summary: 'List sign-ins, refusals and changes of accounts, newest first',
    access: 'admin',
    isPasskeyRequired: true,
    query: SecurityEventsQuery,
    answer: SecurityEventsPage,
    run: (ctx, { query }) => listSecurityEvents(ctx, query),
  }),
]
