import * as v from 'valibot'
import { DealId, idParam } from '#worker/contracts/ids.ts'
import { DealInput, DealsPage, DealsQuery, DealView } from './contract.ts'
import { changeDeal, createDeal, deleteDeal, listDeals } from './edit-deals.ts'
import { endpoint } from '#worker/api/endpoint.ts'

const byId = v.object({ id: idParam(DealId) })

export const dealAdminEndpoints = [
  endpoint({
    route: 'GET /admin/deals',
    operationId: 'listAdminDeals',
    summary: 'List the deals of partners with their click counts',
    access: 'moderator',
    query: DealsQuery,
    answer: DealsPage,
    run: (ctx, { query }) => listDeals(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/deals',
    operationId: 'createDeal',
    summary: 'Create a deal',
    access: 'moderator',
    errors: { conflict: ['deal_exists'] },
    body: DealInput,
    status: 201,
    answer: DealView,
    run: (ctx, { body }) => createDeal(ctx, body),
  }),
  endpoint({
    route: 'PUT /admin/deals/:id',
    operationId: 'updateDeal',
    summary: 'Change a deal',
    access: 'moderator',
    params: byId,
    body: DealInput,
    answer: DealView,
    run: (ctx, { params, body }) => changeDeal(ctx, params.id, body),
  }),
  endpoint({
    route: 'DELETE /admin/deals/:id',
    operationId: 'deleteDeal',
    summary: 'Delete a deal and its click count',
    access: 'moderator',
    isReauthenticationRequired: true,
    params: byId,
    status: 204,
    run: (ctx, { params }) => deleteDeal(ctx, params.id),
  }),
]
