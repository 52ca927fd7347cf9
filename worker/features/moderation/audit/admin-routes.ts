import { AuditPage, AuditQuery } from './contract.ts'
import { listAuditLog } from './audit-log.ts'
import { endpoint } from '#worker/api/endpoint.ts'

export const auditEndpoints = [
  endpoint({
    route: 'GET /admin/audit_log',
    operationId: 'listAuditLog',
    summary: 'List the audit log, newest first',
    access: 'moderator',
    query: AuditQuery,
    answer: AuditPage,
    run: (ctx, { query }) => listAuditLog(ctx, query),
  }),
]
