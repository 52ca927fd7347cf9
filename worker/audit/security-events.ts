import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { securityEvents } from '#worker/db/schema/operations.ts'
import { insert } from '#worker/db/writes.ts'
import { hmacSha256 } from '#worker/auth/crypto.ts'
import type {
  SecurityEventDetail,
  SecurityEventKind,
} from '#worker/features/operations/security-log/contract.ts'

type SecurityEvent = {
  kind: SecurityEventKind
  userId: SQL<UserId | null> | UserId | null
  detail?: SecurityEventDetail
  address?: string | undefined
  when?: SQL
}

/** By a key of the month: hashes of two months cannot be compared. */
function hashNetwork(secret: string, address: string, now: number): string {
  const month = new Date(now).toISOString().slice(0, 7)
  return hmacSha256(hmacSha256(secret, `networks:${month}`), address).slice(0, 16)
}

export function insertSecurityEvent(
  { now, config }: Pick<Ctx, 'now' | 'config'>,
  { kind, userId, detail, address, when = sql`true` }: SecurityEvent,
): Statement {
  const network = address ? hashNetwork(config.JWT_SECRET, address, now) : null
  const event = { at: now, kind, userId, detail: detail ?? null, network }
  return insert(securityEvents, event, { where: when })
}
