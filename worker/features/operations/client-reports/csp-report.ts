import type { Ctx, Visitor } from '#worker/context.ts'
import { redactPath } from '#worker/logging/log.ts'
import { recordClientError } from './client.ts'
import type { CspReportInput } from './contract.ts'

/** What people added to their browser breaks rules of its own making. */
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
export async function recordCspReport(
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
