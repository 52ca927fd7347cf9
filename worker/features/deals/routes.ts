import * as v from 'valibot'
import { DealId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { isAutomatedRequest } from './automatic.ts'
import { countDealClick } from './deals.ts'

export const dealEndpoints = [
  endpoint({
    method: 'post',
    path: '/deals/:id/click',
    operationId: 'countDealClick',
    summary: 'Count a click on a deal without personal data',
    access: 'visitor',
    params: v.object({ id: idParam(DealId) }),
    status: 204,
    run: async (ctx, { params, http }) => {
      if (!isAutomatedRequest((name) => http.req.header(name))) await countDealClick(ctx, params.id)
    },
  }),
]
