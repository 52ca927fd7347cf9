import { endpoint } from '#worker/api/endpoint.ts'
import { answerAppeal, listAppeals } from './appeals.ts'
import { AppealAnswerInput, AppealParams, AppealsPage, AppealsQuery } from './contract.ts'

export const appealAdminEndpoints = [
  endpoint({
    route: 'GET /admin/appeals',
    operationId: 'listAppeals',
    summary: 'List the appeals against decisions of moderators, open or answered',
    access: 'moderator',
    query: AppealsQuery,
    answer: AppealsPage,
    run: (ctx, { query }) => listAppeals(ctx, query),
  }),
  endpoint({
    route: 'POST /admin/appeals/:id',
    operationId: 'answerAppeal',
    summary: 'Answer an appeal; the decision is taken back by its own act before',
    access: 'moderator',
    errors: {
      not_found: ['page_not_found'],
      forbidden: ['needs_other_moderator'],
      conflict: ['appeal_closed', 'decision_in_force'],
    },
    params: AppealParams,
    body: AppealAnswerInput,
    status: 204,
    run: (ctx, { params, body }) => answerAppeal(ctx, params.id, body),
  }),
]
