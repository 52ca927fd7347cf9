import type { AuditAction, AuditSubject } from '#worker/features/moderation/audit/contract.ts'

/** The subject of a call. */
export type Inserted = {
  /** The path's parameters, in their order. */
  ids?: number[]
  body?: unknown
  headers?: Record<string, string>
  /** The subject in the audit log, unless it is the first id or what the call creates. */
  subject?: number
}
export type Write = {
  /** The audit action; undefined for calls that change nothing. */
  entry?: `${AuditAction} ${AuditSubject}`
  /** Status and code of the repeated request, unless the answer is identical. */
  again?: string
  /** It writes the same anew: each look is an entry of its own. */
  isRepeatable?: true
  by?: 'admin'
  place: () => Promise<Inserted> | Inserted
}
