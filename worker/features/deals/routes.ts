import * as v from 'valibot'
import { isbot } from 'isbot'
import { DealId, idParam } from '#worker/contracts/ids.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { countDealClick } from './deals.ts'

export const dealEndpoints = [
  endpoint({
    route: 'POST /deals/:id/click',
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

/** For robots and browsers that prefetch. */
export function isAutomatedRequest(header: (name: string) => string | undefined): boolean {
  const purpose = header('Sec-Purpose') ?? header('Purpose') ?? ''
  const agent = header('User-Agent') ?? ''
  return /prefetch|prerender/i.test(purpose) || agent === '' || isbot(agent)
}
