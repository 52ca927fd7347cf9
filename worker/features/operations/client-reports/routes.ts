import { readClientInfo } from '#worker/request/client-info.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { countClientEvent, recordClientError } from './client.ts'
import { ClientErrorInput, ClientEventInput, CspReportInput } from './contract.ts'
import type { Ctx, Visitor } from '#worker/context.ts'
import { redactPath } from '#worker/logging/log.ts'

/** Browser extensions break rules of their own making. */
const extension = /^(?:[a-z]+-)*extension:|^about:|^resource:/i

/** A host says what was refused; the rest of its address may say who asked. */
function reduceUrlToOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return /^[a-z-]+$/.test(address) ? address : 'unknown'
  return url.host ? `${url.protocol}//${url.host}` : url.protocol
}

function reduceUrlToPath(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.slice(0, 300) : '/'
}

/** Keeps the rule, the host and the page, nothing about the person. */
async function recordCspReport(
  ctx: Ctx<Visitor>,
  { 'csp-report': report }: CspReportInput,
  address: string | undefined,
): Promise<void> {
  const { 'blocked-uri': blocked = '', 'source-file': source = '' } = report
  if (extension.test(blocked) || extension.test(source)) return
  const [directive = 'unknown'] = (
    report['effective-directive'] ??
    report['violated-directive'] ??
    ''
  ).split(' ')
  const rule = /^[a-z-]+$/.test(directive) ? directive : 'unknown'
  const message = `Content-Security-Policy: ${rule} refused ${reduceUrlToOrigin(blocked)}`
  const route = redactPath(reduceUrlToPath(report['document-uri']))
  await recordClientError(ctx, { message, stack: null, route, build: BUILD_ID }, address)
}

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
