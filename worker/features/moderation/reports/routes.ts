import { endpoint } from '#worker/api/endpoint.ts'
import { ReportInput, ReportView } from './contract.ts'
import { sendReport } from './report.ts'

export const reportEndpoints = [
  endpoint({
    route: 'POST /reports',
    operationId: 'sendReport',
    summary: 'Report an event, streamer, article or the image of one to moderators, 20 in 24 hours',
    access: 'contributor',
    errors: {
      not_found: ['event_not_found', 'streamer_not_found', 'article_not_found'],
      conflict: ['already_reported'],
      rate_limited: ['too_many_reports'],
    },
    body: ReportInput,
    status: 201,
    answer: ReportView,
    run: (ctx, { body }) => sendReport(ctx, body),
  }),
]
