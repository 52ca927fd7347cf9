import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { alias } from '#worker/db/write-sql.ts'
import { update } from '#worker/db/writes.ts'
import { hmacSha256 } from '#worker/auth/crypto.ts'

/** Ids are few and in order: without a secret of its own, a hash would name the person. */
function createPseudonym({ config }: Ctx, userId: UserId): string {
  const key = hmacSha256(config.JWT_SECRET, 'former-staff')
  return Buffer.from(hmacSha256(key, String(userId)), 'base64url')
    .toString('hex')
    .slice(0, 16)
}

const person = alias(users, 'person')
const roleChange = alias(auditEntries, 'role_change')

/** `leaving`: the same person, or none where they stay. */
export function anonymizeAuditEntries(ctx: Ctx, userId: UserId, leaving: SQL | UserId): Statement {
  const wasStaff = sql`(exists (select 1 from ${person}
      where ${person.id} = ${userId} and ${person.role} <> 'member')
    or exists (select 1 from ${roleChange} where ${roleChange.subjectType} = 'user'
      and ${roleChange.subjectId} = ${userId} and ${roleChange.action} = 'change_role'))`
  return update(
    auditEntries,
    {
      actorId: null,
      formerActor: sql<string | null>`iif(${wasStaff}, ${createPseudonym(ctx, userId)}, null)`,
    },
    { where: sql`${auditEntries.actorId} = ${leaving}` },
  )
}
