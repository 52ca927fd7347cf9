import { endpoint } from '#worker/api/endpoint.ts'
import { toAuditSubject } from '#worker/audit/subjects.ts'
import { authorize, readBearerToken } from '#worker/auth/access.ts'
import { readClientInfo } from '#worker/request/client-info.ts'
import { OwnReportsView, ReportedType, ReportInput, ReportView } from './contract.ts'
import { listOwnReports } from './own-reports.ts'
import { sendReport } from './report.ts'

export const reportEndpoints = [
  endpoint({
    route: 'POST /reports',
    operationId: 'sendReport',
    summary:
      'Report something to moderators, with or without an account: 20 in 24 hours, visitors 5 an hour',
    access: 'visitor',
    errors: {
      unauthenticated: ['unauthenticated'],
      not_found: ReportedType.options.map((type) => `${toAuditSubject(type)}_not_found` as const),
      conflict: ['already_reported'],
      rate_limited: ['too_many_reports'],
    },
    body: ReportInput,
    status: 201,
    answer: ReportView,
    async run(visitor, { body, http }) {
      const token = readBearerToken(http.req.header('Authorization'))
      const ctx = token ? await authorize(visitor, 'member', token) : visitor
      return sendReport(ctx, body, readClientInfo(http).address)
    },
  }),
  endpoint({
    route: 'GET /users/me/reports',
    operationId: 'listOwnReports',
    summary: 'List the reports of the member, with the answers',
    access: 'member',
    answer: OwnReportsView,
    run: (ctx) => listOwnReports(ctx),
  }),
]
