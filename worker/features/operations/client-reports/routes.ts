import { readClientInfo } from '#worker/request/client-info.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { countClientEvent, recordClientError } from './client.ts'
import { ClientErrorInput, ClientEventInput, CspReportInput } from './contract.ts'
import { recordCspReport } from './csp-report.ts'

export const clientReportEndpoints = [
  endpoint({
    route: 'POST /client_errors',
    operationId: 'reportClientError',
    summary: 'Report a client error without personal data, with the consent of the visitor',
    access: 'visitor',
    body: ClientErrorInput,
    status: 204,
    run: (ctx, { body, http }) => recordClientError(ctx, body, readClientInfo(http).address),
  }),
  endpoint({
    route: 'POST /csp_reports',
    operationId: 'reportPolicyViolation',
    summary: 'Report what the content security policy of a page refused, as browsers do',
    access: 'visitor',
    body: CspReportInput,
    status: 204,
    run: (ctx, { body, http }) => recordCspReport(ctx, body, readClientInfo(http).address),
  }),
  endpoint({
    route: 'POST /client_events',
    operationId: 'countClientEvent',
    summary: 'Count a click by name and day',
    access: 'visitor',
    body: ClientEventInput,
    status: 204,
    run: (ctx, { body }) => countClientEvent(ctx, body),
  }),
]
