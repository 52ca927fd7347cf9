import type { AuditAct, AuditSubject } from '#worker/features/audit/contract.ts'

/** What a call is made upon. */
export type Placed = {
  /** The path's parameters, in their order. */
  ids?: number[]
  body?: unknown
  /** Whom the log names, unless it is the first of the ids or what the call makes. */
  subject?: number
}
export type Write = {
  /** As the log has it; nothing for what changes nothing. */
  entry?: `${AuditAct} ${AuditSubject}`
  /** The status and code of the same request again, unless it is answered to the letter alike. */
  again?: string
  by?: 'admin'
  place: () => Promise<Placed> | Placed
}
