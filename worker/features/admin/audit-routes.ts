import { AuditPage, AuditQuery } from '#worker/features/audit/contract.ts'
import { listAudit } from '#worker/features/audit/audit-log.ts'
import { endpoint } from '#worker/http/endpoint.ts'

export const auditEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/audit_log',
    summary: 'Who did what to whom, the newest first',
    access: 'moderator',
    query: AuditQuery,
    answer: AuditPage,
    run: (ctx, { query }) => listAudit(ctx, query),
  }),
]
