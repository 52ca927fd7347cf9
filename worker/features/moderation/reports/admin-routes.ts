import { endpoint } from '#worker/api/endpoint.ts'
import { OpenReportsView, ReportDecisionInput, ReportsPage, ReportsQuery } from './contract.ts'
import { countOpenReports, decideReports, listReports } from './report-queue.ts'

export const reportAdminEndpoints = [
  endpoint({
    route: 'GET /admin/reports',
    operationId: 'listReports',
    summary: 'List the reported subjects, open or decided',
    access: 'moderator',
    query: ReportsQuery,
    answer: ReportsPage,
    run: (ctx, { query }) => listReports(ctx, query),
  }),
  endpoint({
    route: 'GET /admin/reports/count',
    operationId: 'countOpenReports',
    summary: 'Count the subjects with open reports',
    access: 'moderator',
    answer: OpenReportsView,
    run: (ctx) => countOpenReports(ctx),
  }),
  endpoint({
    route: 'POST /admin/reports/decide',
    operationId: 'decideReports',
    summary:
      'Dismiss or resolve the open reports about subjects, up to the newest one seen of each',
    access: 'moderator',
    errors: { conflict: ['reports_decided'] },
    body: ReportDecisionInput,
    status: 204,
    run: (ctx, { body }) => decideReports(ctx, body),
  }),
]
